// A source with colours, line numbers and what is wrong at its place. CodeMirror comes with the pages that use this; the
// text is there, and can be read, before it has come.

import { h } from "./dom.js";
import { DefectLists } from "./editor.js";
import * as languages from "./languages.js";

/** @typedef {import("./api.js").Defect} Defect */
/** @typedef {"pddl" | "puzzlescript" | "python"} LanguageName */

const load = () => import("./vendor/codemirror.js");
const WAIT = 400; // milliseconds until it is there even if the page has not shown its board

/** @type {Promise<any> | undefined} */
let loaded;

/**
 * What all editors share.
 * @param {any} cm
 */
function shared(cm) {
  const { tags } = cm;
  const look = cm.HighlightStyle.define([
    { tag: tags.comment, class: "t-comment" },
    { tag: [tags.keyword, tags.meta], class: "t-keyword" },
    { tag: [tags.special(tags.variableName), tags.definition(tags.variableName)], class: "t-variable" },
    { tag: [tags.number, tags.bool, tags.atom], class: "t-number" },
    { tag: [tags.bracket, tags.operator], class: "t-paren" },
    { tag: [tags.typeName, tags.standard(tags.variableName)], class: "t-type" },
    { tag: tags.heading, class: "t-section" },
    { tag: tags.string, class: "t-message" },
  ]);
  const modes = { pddl: languages.pddl, puzzlescript: languages.puzzlescript, python: cm.python };
  // The numbers of lines at which something is wrong or odd.
  const faults = cm.StateEffect.define();
  const lines = cm.StateField.define({
    create: () => cm.RangeSet.empty,
    update: (/** @type {any} */ set, /** @type {any} */ change) => change.effects.find((/** @type {any} */ effect) => effect.is(faults))?.value ?? set.map(change.changes),
    provide: (/** @type {any} */ field) => cm.gutterLineClass.from(field),
  });
  const [wrong, odd] = ["wrong", "odd"].map((kind) => Object.assign(new cm.GutterMarker(), { elementClass: kind }));
  const of = (/** @type {LanguageName} */ language) => [
    cm.lineNumbers(), lines, cm.highlightActiveLineGutter(), cm.highlightActiveLine(), cm.history(), cm.bracketMatching(),
    cm.StreamLanguage.define(modes[language]), cm.syntaxHighlighting(look),
    // Tab is not among the keys: it leads on to what comes after the source.
    cm.keymap.of([...cm.defaultKeymap, ...cm.historyKeymap, ...cm.searchKeymap]),
  ];
  return { cm, of, faults, wrong, odd };
}

export class CodeEditor {
  /**
   * @param {string} name
   * @param {LanguageName} language
   * @param {string} value
   * @param {() => void} onChange hears of what is written here, not of texts that are put in
   */
  constructor(name, language, value, onChange) {
    this.name = name;
    this.language = language;
    this.onChange = onChange;
    this.text = value;
    /** @type {any} */
    this.view = null;
    /** @type {any} */
    this.parts = null;
    /** @type {[Defect[], Defect[]]} */
    this.marked = [[], []];
    this.waiting = h("pre", { class: "waiting" }, value);
    this.frame = h("div", { class: "code" }, this.waiting);
    this.lists = new DefectLists((defect) => this.goTo(defect));
    this.element = h("div", {}, this.frame, this.lists.element);
    this.hasBegun = false;
    setTimeout(() => this.begin(), WAIT);
  }

  /** Makes it an editor. Reading that much script takes a moment, so what the page is for comes first. */
  begin() {
    if (this.hasBegun) return;
    this.hasBegun = true;
    requestAnimationFrame(() => setTimeout(() => {
      this.#make().catch((error) => this.frame.prepend(h("p", { class: "message bad" }, `The editor could not be loaded: ${error}`)));
    }));
  }

  async #make() {
    this.parts = await (loaded ??= load().then(shared));
    const { cm } = this.parts;
    const attributes = { "aria-label": this.name, "aria-multiline": "true", tabindex: "0", autocapitalize: "off", autocorrect: "off", spellcheck: "false" };
    this.view = new cm.EditorView({
      doc: this.text,
      extensions: [
        this.parts.of(this.language),
        cm.EditorView.contentAttributes.of(() => ({ ...attributes, "aria-invalid": String(this.marked[0].length > 0) })),
        cm.EditorView.updateListener.of((/** @type {any} */ update) => {
          if (!update.docChanged) return;
          const text = update.state.doc.toString();
          const isMine = text !== this.text;
          this.text = text;
          if (isMine) this.onChange();
        }),
      ],
    });
    this.waiting.replaceWith(this.view.dom);
    this.mark(...this.marked);
    if (this.shown) this.show(this.shown);
  }

  get value() {
    return this.text;
  }

  set value(text) {
    // As CodeMirror keeps it, so that what is put in is not taken for what is written.
    this.text = text.replace(/\r\n?/g, "\n");
    this.waiting.textContent = this.text;
    this.view?.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: this.text }, selection: { anchor: 0 } });
  }

  /**
   * Where a defect is in the text.
   * @param {Defect} defect
   */
  #place(defect) {
    const { doc } = this.view.state;
    const line = doc.line(Math.min(Math.max(defect.line ?? 1, 1), doc.lines));
    // Without a column, what the message quotes is marked where it stands in the line, or else the whole line.
    const quoted = defect.column === null ? defect.text.match(/"([^"]+)"/)?.[1] ?? "" : "";
    const found = quoted ? line.text.toLowerCase().indexOf(quoted.toLowerCase()) : -1;
    if (found >= 0) return { from: line.from + found, to: line.from + found + quoted.length, line };
    if (defect.column === null) return { from: line.from + line.text.search(/\S|$/), to: line.to, line };
    const column = Math.min(Math.max(defect.column - 1, 0), line.length);
    const word = line.text.slice(column).match(/^[\w?:.#-]+/)?.[0].length ?? 1;
    return { from: line.from + column, to: Math.min(line.from + column + word, line.to), line };
  }

  /**
   * Shows what is wrong, at its place and in words.
   * @param {Defect[]} defects
   * @param {Defect[]} [warnings]
   */
  mark(defects, warnings = []) {
    this.marked = [defects, warnings];
    this.lists.show(defects, warnings);
    if (!this.view) return;
    const found = [...defects.map((defect) => ({ defect, severity: "error" })), ...warnings.map((defect) => ({ defect, severity: "warning" }))]
      .filter(({ defect }) => defect.line !== null).map(({ defect, severity }) => ({ ...this.#place(defect), severity, message: defect.text }));
    const { cm, faults, wrong, odd } = this.parts;
    const worst = new Map();
    for (const { line, severity } of found) if (severity === "error" || !worst.has(line.from)) worst.set(line.from, severity === "error" ? wrong : odd);
    const set = cm.RangeSet.of([...worst].map(([from, value]) => ({ from, to: from, value })), true);
    this.view.dispatch(cm.setDiagnostics(this.view.state, found.map(({ from, to, severity, message }) => ({ from, to, severity, message }))));
    this.view.dispatch({ effects: faults.of(set) });
  }

  /**
   * Brings a line into view, unless someone writes here. The page itself stays where it is.
   * @param {number} line
   */
  show(line) {
    this.shown = line;
    if (!this.view || this.view.hasFocus) return;
    const { doc } = this.view.state;
    const block = this.view.lineBlockAt(doc.line(Math.min(Math.max(line, 1), doc.lines)).from);
    this.view.scrollDOM.scrollTop = Math.max(0, block.top - 60);
  }

  /** @param {Defect} defect */
  goTo(defect) {
    if (!this.view) return;
    const { from, to } = this.#place(defect);
    this.view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.view.focus();
  }
}
