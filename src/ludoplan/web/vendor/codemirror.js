// What the pages use of CodeMirror. `sh build.sh` puts it into one file, ../static/vendor/codemirror.js.

import { StyleModule } from "style-mod";

// CodeMirror puts its styles into an element of the page, which the page's policy refuses. As sheets they are taken.
const mounted = new Set();
StyleModule.mount = (_root, modules) => {
  for (const module of Array.isArray(modules) ? modules : [modules]) {
    if (mounted.has(module)) continue;
    mounted.add(module);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(module.getRules());
    document.adoptedStyleSheets.push(sheet);
  }
};

export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
export { python } from "@codemirror/legacy-modes/mode/python";
export { setDiagnostics } from "@codemirror/lint";
export { searchKeymap } from "@codemirror/search";
export { EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
export { EditorView, GutterMarker, gutterLineClass, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
export { tags } from "@lezer/highlight";
