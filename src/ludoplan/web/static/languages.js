// The languages of sources, as CodeMirror reads them: line by line, each part of a line with its kind.

/** A line that is read. @typedef {{next: () => string, eat: (what: string | RegExp) => string | undefined, eatWhile: (what: RegExp) => boolean, eatSpace: () => boolean,
 *   match: (what: RegExp) => RegExpMatchArray | null, skipToEnd: () => void, current: () => string, column: () => number, sol: () => boolean, string: string}} Stream */

// -- PDDL

const HEADS = new Set(["define", "domain", "problem", "and", "or", "not", "imply", "when", "forall", "exists", "increase", "decrease", "assign", "scale-up", "scale-down", "either", "minimize", "maximize", "preference"]);

/** `open`: the columns of the brackets that are open. @typedef {{open: number[], isHead: boolean, isType: boolean}} PddlState */

export const pddl = {
  name: "pddl",
  languageData: { commentTokens: { line: ";" } },
  /** @returns {PddlState} */
  startState: () => ({ open: [], isHead: false, isType: false }),
  /** @param {Stream} stream @param {PddlState} state */
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.eat(";")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.eat("(")) {
      state.open.push(stream.column());
      state.isHead = true;
      return "bracket";
    }
    if (stream.eat(")")) {
      state.open.pop();
      state.isHead = state.isType = false;
      return "bracket";
    }
    stream.next();
    stream.eatWhile(/[^\s();]/);
    const word = stream.current().toLowerCase();
    const { isHead, isType } = state;
    state.isHead = false;
    state.isType = word === "-";
    if (word.startsWith("?")) return "variableName.special";
    if (word.startsWith(":") || (isHead && HEADS.has(word))) return "keyword";
    if (/^[+-]?\d+(\.\d+)?$/.test(word)) return "number";
    if (word === "-") return "operator";
    return isType ? "typeName" : null;
  },
  /** @param {PddlState} state @param {string} after */
  indent: (state, after) => (state.open.length ? state.open[state.open.length - 1] + (after.startsWith(")") ? 0 : 2) : 0),
};

// -- PuzzleScript

const SECTIONS = ["objects", "legend", "sounds", "collisionlayers", "rules", "winconditions", "levels"];
const WORDS = {
  "": /^(?:title|author|homepage|again_interval|background_color|text_color|color_palette|debug|flickscreen|key_repeat_interval|noaction|norepeat_action|noundo|norestart|realtime_interval|require_player_movement|run_rules_on_level_start|scanline|throttle_movement|verbose_logging|youtube|zoomscreen)$/,
  objects: /^(?:copy)$/,
  legend: /^(?:and|or)$/,
  sounds: /^(?:titlescreen|startgame|cancel|endgame|startlevel|undo|restart|endlevel|showmessage|closemessage|sfx\d+|move|action|create|destroy|cantmove)$/,
  collisionlayers: /^$/,
  rules: /^(?:late|rigid|random|randomdir|again|cancel|checkpoint|restart|win|startloop|endloop|sfx\d+|up|down|left|right|horizontal|vertical|orthogonal|perpendicular|parallel|action|moving|stationary|no)$/,
  winconditions: /^(?:all|any|some|no|on)$/,
  levels: /^$/,
};
const COLOUR = /^(?:#[0-9a-f]{3}(?:[0-9a-f]{3})?|black|white|gr[ae]y|dark(?:gr[ae]y|red|brown|green|blue)|light(?:gr[ae]y|red|brown|green|blue)|red|brown|orange|yellow|green|blue|purple|pink|transparent)$/;

/** `row`: how many lines of an object are read; `comments`: brackets that are open.
 * @typedef {{section: keyof typeof WORDS, row: number, comments: number}} ScriptState */

export const puzzlescript = {
  name: "puzzlescript",
  languageData: { commentTokens: { block: { open: "(", close: ")" } } },
  /** @returns {ScriptState} */
  startState: () => ({ section: "", row: 0, comments: 0 }),
  /** @param {ScriptState} state */
  blankLine: (state) => { state.row = 0; },
  /** @param {Stream} stream @param {ScriptState} state */
  token(stream, state) {
    if (stream.sol() && !state.comments) {
      const line = stream.string.trim().toLowerCase();
      const isSection = SECTIONS.includes(line);
      if (isSection) Object.assign(state, { section: line, row: 0 });
      if (isSection || /^=+$/.test(line)) {
        stream.skipToEnd();
        return "heading";
      }
      if (line) state.row++;
    }
    if (stream.eatSpace()) return null;
    if (state.comments || stream.string[stream.column()] === "(") return comment(stream, state);
    if (state.section === "objects" && state.row > 2 && stream.match(/^[.0-9]+(?=\s|$)/)) return "number";
    if (stream.match(/^message\b.*/i)) return "string";
    if (state.section === "levels") {
      stream.match(/^[^\s(]+/) ?? stream.next();
      return null;
    }
    if (stream.match(/^(?:->|\.\.\.|[[\]|])/)) return "bracket";
    if (state.section === "rules" && stream.match(/^[<>^v](?=\s)/i)) return "operator";
    if (!stream.match(/^[^\s()[\]|,=]+/)) {
      stream.next();
      return "operator";
    }
    const word = stream.current().toLowerCase();
    if (WORDS[state.section].test(word)) return "keyword";
    const isColoured = state.section === "objects" ? state.row === 2 : state.section === "" && /^\s*(?:background|text)_color\b/i.test(stream.string);
    if (isColoured && COLOUR.test(word)) return "number";
    return state.section === "objects" && state.row === 1 ? "variableName.definition" : null;
  },
};

/** @param {Stream} stream @param {ScriptState} state */
function comment(stream, state) {
  do {
    const letter = stream.next();
    if (letter === undefined) break;
    state.comments += letter === "(" ? 1 : letter === ")" ? -1 : 0;
  } while (state.comments > 0);
  return "comment";
}
