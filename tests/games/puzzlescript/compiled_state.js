'use strict';
// What the original engine compiles a source to, as JSON. Argument: the folder of the oracle. One {"source": ...} a line in, one object a line
// out: {errors, messages, crash, milliseconds, state}; "state" is null where no game comes out. Masks are lists of 32-bit words.
const fs = require('fs'), path = require('path');
const root = process.argv[2];
const dump = `
globalThis.compiledState = function (q) {
  let made = null, crash;
  const start = setGameState;
  unitTesting = true; lazyFunctionGeneration = false; levelString = q.source; resetParserErrorState(); soundHistory = [];
  setGameState = function (s) { made = s; return start.apply(this, arguments); };
  const before = process.hrtime.bigint();
  try { compile(["restart"], q.source); } catch (e) { crash = String(e && e.message || e); } finally { setGameState = start; }
  const milliseconds = Number(process.hrtime.bigint() - before) / 1e6;
  unitTesting = false; lazyFunctionGeneration = true;
  const out = {errors: errorCount, messages: errorStrings.map(s => s.replace(/<\\\\/?[a-zA-Z][^>]*>/g, '').trim()), crash, milliseconds, state: null};
  if (!made || crash) return out;
  const words = v => v && v.data ? Array.from(v.data) : [];
  const parts = ['objectsClear', 'objectsSet', 'movementsClear', 'movementsSet', 'movementsLayerMask', 'randomEntityMask', 'randomDirMask'];
  const cell = c => c === ellipsisPattern ? null : {present: words(c.objectsPresent), missing: words(c.objectsMissing), any: c.anyObjectsPresent.map(words),
    moving: words(c.movementsPresent), still: words(c.movementsMissing), replacement: c.replacement ? parts.map(p => words(c.replacement[p])) : null};
  const rule = r => [r.direction, r.patterns.map(row => row.map(cell)), r.hasReplacements, r.commands, r.isRandom, r.rigid, r.lineNumber, r.groupNumber];
  const named = d => Object.keys(d).filter(k => !k.includes('\\\\n')).map(k => [k, words(d[k])]);
  const points = (d, n) => Array.from({length: n}, (_, i) => d[i] === undefined ? -1 : d[i]);
  const sound = s => [words(s.objectMask), words(s.directionMask), s.layer === undefined ? -1 : s.layer, s.seed];
  out.state = {
    objects: made.idDict.map((n, i) => { const o = made.objects[n]; return [n, i, o.layer, o.colors, o.spritematrix, o.lineNumber]; }),
    layers: made.layerMasks.map(words), player: [made.playerMask[0], words(made.playerMask[1])], background: [made.backgroundid, made.backgroundlayer],
    rules: made.rules.map(g => g.map(rule)), late: made.lateRules.map(g => g.map(rule)),
    loops: points(made.loopPoint, made.rules.length), lateLoops: points(made.lateLoopPoint, made.lateRules.length),
    rigid: made.rigidGroupIndex_to_GroupIndex, rigidIndex: Object.entries(made.groupNumber_to_RigidGroupIndex),
    wins: made.winconditions.map(w => [w[0], words(w[1]), words(w[2]), w[4], w[5], w[3]]),
    levels: made.levels.map(l => l.message !== undefined ? [l.message] : [l.width, l.height, l.lineNumber, Array.from(l.objects)]), words: made.STRIDE_OBJ,
    glyphs: made.glyphOrder.map(n => [n, made.glyphDict[n].filter(i => i >= 0)]), names: named(made.objectMasks), aggregates: named(made.aggregateMasks),
    events: made.sfx_Events, create: made.sfx_CreationMasks.map(sound), destroy: made.sfx_DestructionMasks.map(sound),
    move: made.sfx_MovementMasks.map(l => l.map(sound)), cant: made.sfx_MovementFailureMasks.map(sound), settings: made.metadata, colours: [made.bgcolor, made.fgcolor]};
  return out;
};
`;
const end = 'finally { DoWin = doWin; unitTesting = false; lazyFunctionGeneration = true; }\n};`;';
const oracle = fs.readFileSync(path.join(root, 'oracle.js'), 'utf8');
if (!oracle.includes(end)) throw new Error('the oracle has changed');
const patched = oracle.replace(end, () => end.slice(0, -2) + dump + '`;').replace(/__dirname/g, () => JSON.stringify(root))
  .replace('runOracle(JSON.parse(line))', 'compiledState(JSON.parse(line))');
const here = new module.constructor(); here.paths = module.paths; here._compile(patched, path.join(root, 'compiled_state.js'));
