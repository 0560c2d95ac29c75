// What is in codemirror.js, for the check of types; its own types are too many to be shipped.
export const bracketMatching: any, defaultKeymap: any, gutterLineClass: any, highlightActiveLine: any, highlightActiveLineGutter: any;
export const history: any, historyKeymap: any, keymap: any, lineNumbers: any, python: any, searchKeymap: any, setDiagnostics: any;
export const syntaxHighlighting: any, tags: any;
export const EditorState: any, EditorView: any, HighlightStyle: any, RangeSet: any, StateEffect: any, StateField: any, StreamLanguage: any;
export class GutterMarker {}
