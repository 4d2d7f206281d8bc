import type { SgfMainLine, SgfNode } from './sgf-main-line.ts';

/** A value, and its place in the file. */
export interface LocatedValue {
  readonly value: string;
  readonly where: string;
}

/** The maximum number of property names in a note. A file may have thousands of names. */
const MOST_NAMES = 40;
const LONGEST_NAME = 20;

/** Reads the properties of a main line. Reading a property removes it. The remaining properties are those that were not imported. */
export class SgfPropertyReader {
  readonly nodes: readonly SgfNode[];
  readonly #unread: Map<string, readonly string[]>[];
  readonly #variations: number;

  constructor({ nodes, variations }: SgfMainLine) {
    this.nodes = nodes;
    this.#unread = nodes.map(({ properties }) => new Map(properties));
    this.#variations = variations;
  }

  /** Reads all values of a property in a node. */
  take(node: number, name: string): readonly string[] {
    const values = this.#unread[node]?.get(name) ?? [];
    this.#unread[node]?.delete(name);
    return values;
  }

  /**
   * Reads the first value of a property that is not blank, from the first node that has one, if the value `fits`. Game
   * information may be in a later node than the root.
   */
  takeFirst(name: string, fits: (value: string) => boolean = () => true): LocatedValue | undefined {
    for (const node of this.nodes.keys()) {
      const found = this.takeFirstOf(node, name, fits);
      if (found !== undefined || this.#unread[node]!.has(name)) return found;
    }
    return undefined;
  }

  /** Reads the first value in one node that is not blank, if it `fits`. Blank values are removed. */
  takeFirstOf(node: number, name: string, fits: (value: string) => boolean): LocatedValue | undefined {
    const unread = this.#unread[node];
    const [value, ...others] = (unread?.get(name) ?? []).filter((each) => each.trim() !== '');
    unread?.delete(name);
    if (value === undefined) return undefined;
    if (!fits(value)) others.unshift(value);
    if (others.length > 0) unread?.set(name, others);
    return fits(value) ? { value, where: this.nodes[node]!.where } : undefined;
  }

  /** Reads the only value of a property in a node with `parse`. If `parse` returns undefined, the property stays unread. */
  takeParsed<Value>(node: number, name: string, parse: (value: string) => Value | undefined): Value | undefined {
    const [value, ...others] = this.#unread[node]?.get(name) ?? [];
    const parsed = value === undefined || others.length > 0 ? undefined : parse(value);
    if (parsed !== undefined) this.#unread[node]?.delete(name);
    return parsed;
  }

  /**
   * Reads all values of a property in a node with `parse`. If there are more than `maximum` values, or `parse` returns
   * undefined, the result is undefined and the property stays unread.
   */
  takeAllParsed<Value>(
    node: number,
    name: string,
    maximum: number,
    parse: (value: string) => readonly Value[] | undefined,
  ): readonly Value[] | undefined {
    const results = new Set<Value>();
    const values = this.#unread[node]?.get(name);
    if (values === undefined || values.length > maximum) return undefined;
    for (const value of values) {
      const parsed = parse(value);
      if (parsed === undefined) return undefined;
      for (const result of parsed) results.add(result);
    }
    this.#unread[node]?.delete(name);
    return [...results];
  }

  /** The properties that were not read, as text: `3 variations, C in 12 nodes, LB`. Undefined if all were read. */
  get ignored(): string | undefined {
    const counts = new Map<string, number>();
    for (const unread of this.#unread) for (const name of unread.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
    const names = [...counts].map(([name, nodes]) => {
      const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
      return nodes === 1 ? shown : `${shown} in ${nodes} nodes`;
    });
    const omitted = names.length - MOST_NAMES;
    const variations = this.#variations === 1 ? '1 variation' : `${this.#variations} variations`;
    const parts = [
      ...(this.#variations > 0 ? [variations] : []),
      ...names.slice(0, MOST_NAMES),
      ...(omitted > 0 ? [`${omitted} other properties`] : []),
    ];
    return parts.length === 0 ? undefined : parts.join(', ');
  }
}
