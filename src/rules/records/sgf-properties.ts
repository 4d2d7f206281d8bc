import type { SgfMainLine, SgfNode } from './sgf-main-line.ts';

/** A value and where it stands. */
export interface FoundValue {
  readonly value: string;
  readonly where: string;
}

/** The number of property names in a note; a file may have thousands. */
const MOST_NAMES = 40;
const LONGEST_NAME = 20;

/** The properties of a main line. Reading a property removes it, so that the rest is what was not imported. */
export class SgfProperties {
  readonly nodes: readonly SgfNode[];
  readonly #left: Map<string, readonly string[]>[];
  readonly #variations: number;

  constructor({ nodes, variations }: SgfMainLine) {
    this.nodes = nodes;
    this.#left = nodes.map(({ properties }) => new Map(properties));
    this.#variations = variations;
  }

  /** All values of a property in a node. */
  take(node: number, name: string): readonly string[] {
    const values = this.#left[node]?.get(name) ?? [];
    this.#left[node]?.delete(name);
    return values;
  }

  /**
   * The first value of a property that says something, in the first node that has one, if it `fits`: game information may follow
   * the root.
   */
  takeFirst(name: string, fits: (value: string) => boolean = () => true): FoundValue | undefined {
    for (const node of this.nodes.keys()) {
      const found = this.takeFirstOf(node, name, fits);
      if (found !== undefined || this.#left[node]!.has(name)) return found;
    }
    return undefined;
  }

  /** The first value in one node that says something, if it `fits`; those that say nothing are gone afterwards. */
  takeFirstOf(node: number, name: string, fits: (value: string) => boolean): FoundValue | undefined {
    const left = this.#left[node];
    const [value, ...others] = (left?.get(name) ?? []).filter((each) => each.trim() !== '');
    left?.delete(name);
    if (value === undefined) return undefined;
    if (!fits(value)) others.unshift(value);
    if (others.length > 0) left?.set(name, others);
    return fits(value) ? { value, where: this.nodes[node]!.where } : undefined;
  }

  /** The only value of a property in a node as `parse` reads it; a value that it cannot read stays. */
  takeParsed<Value>(node: number, name: string, parse: (value: string) => Value | undefined): Value | undefined {
    const [value, ...others] = this.#left[node]?.get(name) ?? [];
    const parsed = value === undefined || others.length > 0 ? undefined : parse(value);
    if (parsed !== undefined) this.#left[node]?.delete(name);
    return parsed;
  }

  /** All values of a property in a node as `parse` reads them, at most `most` results; undefined, and the property stays, else. */
  takeAllParsed<Value>(
    node: number,
    name: string,
    most: number,
    parse: (value: string) => readonly Value[] | undefined,
  ): readonly Value[] | undefined {
    const results = new Set<Value>();
    const values = this.#left[node]?.get(name);
    if (values === undefined || values.length > most) return undefined;
    for (const value of values) {
      const parsed = parse(value);
      if (parsed === undefined) return undefined;
      for (const result of parsed) results.add(result);
    }
    this.#left[node]?.delete(name);
    return [...results];
  }

  /** What was not read: `3 variations, C in 12 nodes, LB`; undefined if everything was. */
  get ignored(): string | undefined {
    const counts = new Map<string, number>();
    for (const left of this.#left) for (const name of left.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
    const names = [...counts].map(([name, nodes]) => {
      const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
      return nodes === 1 ? shown : `${shown} in ${nodes} nodes`;
    });
    const surplus = names.length - MOST_NAMES;
    const variations = this.#variations === 1 ? '1 variation' : `${this.#variations} variations`;
    const parts = [
      ...(this.#variations > 0 ? [variations] : []),
      ...names.slice(0, MOST_NAMES),
      ...(surplus > 0 ? [`${surplus} other properties`] : []),
    ];
    return parts.length === 0 ? undefined : parts.join(', ');
  }
}
