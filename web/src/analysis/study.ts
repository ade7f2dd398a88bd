/**
 * The line of positions on the analysis board and its variations, one immutable object.
 *
 * A node is a position; its first child is the main line. `latest` remembers the child visited last, so that "next"
 * after "previous" returns to it.
 */
import type { BoardView, GameView, LaidView, StudyView } from "../generated/protocol";

export interface StudyNode {
  /** The position as text. */
  text: string;
  /** All tiles laid, in order. */
  laid: readonly LaidView[];
  parent: number | null;
  children: readonly number[];
  /** The child that "next" leads to. */
  latest: number | null;
}

export interface Study {
  game: GameView;
  nodes: readonly StudyNode[];
  /** The current node. */
  at: number;
}

/** Start with the positions of a game, or with one position, at a ply. */
export function studyOf(view: StudyView, ply: number): Study {
  const last = view.texts.length - 1;
  const nodes = view.texts.map((text, n) => ({
    text,
    laid: view.laid.slice(0, view.n_before + n),
    parent: n === 0 ? null : n - 1,
    children: n === last ? [] : [n + 1],
    latest: n === last ? null : n + 1,
  }));
  return { game: view.game, nodes, at: Math.min(Math.max(ply - view.n_before, 0), last) };
}

export function nodeAt(study: Study, at = study.at): StudyNode {
  const node = study.nodes[at];
  if (!node) throw new Error(`expected a node below ${study.nodes.length}, got ${at}`);
  return node;
}

/** Go to a node; "next" then leads along the way to it. */
export function visit(study: Study, at: number): Study {
  let nodes = study.nodes;
  for (let child = at, parent = nodeAt(study, at).parent; parent !== null; ) {
    const latest = child;
    nodes = replaced(nodes, parent, (node) => ({ ...node, latest }));
    [child, parent] = [parent, nodes[parent]?.parent ?? null];
  }
  return { ...study, nodes, at };
}

/** Add a position reached from the current node, and go to it; a known one is not added again. */
export function extend(study: Study, board: BoardView): Study {
  const here = nodeAt(study);
  const known = here.children.find((child) => nodeAt(study, child).text === board.text);
  if (known !== undefined) return visit(study, known);
  const laid = [...here.laid, ...board.laid.slice(-1)];
  const added = study.nodes.length;
  const nodes = replaced(study.nodes, study.at, (node) => ({ ...node, children: [...node.children, added] }));
  const node = { text: board.text, laid, parent: study.at, children: [], latest: null };
  return visit({ ...study, nodes: [...nodes, node] }, added);
}

/** Return the nodes from the first position through the current one to the end of the line. */
export function line(study: Study): number[] {
  const before: number[] = [];
  for (let at: number | null = study.at; at !== null; at = nodeAt(study, at).parent) before.unshift(at);
  const after: number[] = [];
  for (let at = nodeAt(study).latest; at !== null; at = nodeAt(study, at).latest) after.push(at);
  return [...before, ...after];
}

/** Return the node that a step leads to. */
export function stepped(study: Study, to: "first" | "previous" | "next" | "last"): number {
  const nodes = line(study);
  const place = nodes.indexOf(study.at);
  const target = { first: 0, previous: place - 1, next: place + 1, last: nodes.length - 1 }[to];
  return nodes[Math.min(Math.max(target, 0), nodes.length - 1)] ?? study.at;
}

/** Return a node and its variations: the children of its parent. */
export function siblings(study: Study, at: number): readonly number[] {
  const { parent } = nodeAt(study, at);
  return parent === null ? [at] : nodeAt(study, parent).children;
}

function replaced(
  nodes: readonly StudyNode[],
  at: number,
  change: (node: StudyNode) => StudyNode,
): readonly StudyNode[] {
  return nodes.map((node, n) => (n === at ? change(node) : node));
}
