// The parts of a text, for the eye: each is a kind and its letters, and all letters in a row are the text.

/** @typedef {(text: string) => [string, string][]} Painter */

/**
 * @param {RegExp} pattern with the flag `g` and a named group for each kind; what it does not match is plain
 * @param {string} text
 * @returns {[string, string][]}
 */
function parts(pattern, text) {
  /** @type {[string, string][]} */
  const found = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) found.push(["", text.slice(end, match.index)]);
    const kind = Object.entries(match.groups ?? {}).find(([, group]) => group !== undefined)?.[0] ?? "";
    found.push([kind, match[0]]);
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push(["", text.slice(end)]);
  return found;
}

const PDDL = new RegExp([
  "(?<comment>;[^\\n]*)",
  "(?<variable>\\?[^\\s()]+)",
  "(?<keyword>:[a-z-]+|(?<=\\(\\s*)(?:define|domain|problem|and|or|not|imply|when|forall|exists|increase|decrease|assign|scale-up|scale-down|either)(?=[\\s()]))",
  "(?<number>(?<=[\\s(])-?\\d+(?:\\.\\d+)?(?=[\\s)]))",
  "(?<paren>[()])",
].join("|"), "gi");

/** @type {Painter} */
export const pddl = (text) => parts(PDDL, text);

const PUZZLESCRIPT = new RegExp([
  "(?<comment>\\([^)]*\\)?)",
  "(?<section>^[ \\t]*(?:objects|legend|sounds|collisionlayers|rules|winconditions|levels)[ \\t]*$|^=+$)",
  "(?<message>^[ \\t]*message\\b.*$)",
  "(?<keyword>\\b(?:late|rigid|random|randomdir|again|cancel|checkpoint|restart|win|startloop|endloop|all|on|some|no|or|and|title|author|homepage|up|down|left|right|horizontal|vertical|action|moving|stationary|orthogonal|perpendicular|parallel)\\b)",
  "(?<number>#[0-9a-f]{3,6}\\b|\\b(?:black|white|gr[ae]y|dark\\w+|light\\w+|red|green|blue|yellow|brown|orange|pink|purple|transparent)\\b)",
  "(?<paren>->|[\\[\\]|]|\\.\\.\\.|[<>^](?=\\s))",
].join("|"), "gim");

/** @type {Painter} */
export const puzzlescript = (text) => parts(PUZZLESCRIPT, text);

const PYTHON = new RegExp([
  "(?<comment>#[^\\n]*)",
  "(?<message>(?:\\b[rbfRBF]{1,2})?(?:\"\"\"[^]*?(?:\"\"\"|$)|'''[^]*?(?:'''|$)|\"(?:[^\"\\\\\\n]|\\\\.)*\"?|'(?:[^'\\\\\\n]|\\\\.)*'?))",
  "(?<keyword>\\b(?:and|as|assert|async|await|break|class|continue|def|del|elif|else|except|False|finally|for|from|global|if|import|in|is|lambda|match|case|None|nonlocal|not|or|pass|raise|return|True|try|while|with|yield)\\b)",
  "(?<variable>\\bself\\b|@\\w+)",
  "(?<number>\\b\\d[\\d_]*(?:\\.\\d+)?\\b)",
].join("|"), "g");

/** @type {Painter} */
export const python = (text) => parts(PYTHON, text);
