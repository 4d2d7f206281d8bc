import type { Registry } from 'prom-client';
import type { MessageToNode, MessageToParent, NodeProcessInfo } from '../nodes/node-ipc.ts';
import type { MetricSources } from './prometheus-metrics.ts';
import type { ServerCounts } from './server-counts.ts';

/**
 * The metrics as text: those of this process, or those of all processes of one parent, told apart by the label `process`. The library is
 * loaded with the first request.
 */
export class Exposition {
  readonly #sources: MetricSources;
  readonly #process: NodeProcessInfo | undefined;
  readonly #waiting = new Map<number, (text: string) => void>();
  #registry: Promise<Registry> | undefined;
  #requests = 0;

  constructor(sources: MetricSources, nodeProcessInfo?: NodeProcessInfo) {
    this.#sources = sources;
    this.#process = nodeProcessInfo;
    if (nodeProcessInfo !== undefined) process.on('message', (message: MessageToNode) => void this.#hear(message));
  }

  get counts(): ServerCounts {
    return this.#sources.counts;
  }

  async text(): Promise<string> {
    return this.#process === undefined ? await this.#own() : await this.#all();
  }

  async #own(): Promise<string> {
    this.#registry ??= this.#open();
    return await (await this.#registry).metrics();
  }

  async #open(): Promise<Registry> {
    const { openExposition } = await import('./prometheus-metrics.ts');
    const registry = openExposition(this.#sources);
    if (this.#process !== undefined) registry.setDefaultLabels({ process: `${this.#process.number}` });
    return registry;
  }

  /** The parent answers within a second, without the processes that do not. */
  #all(): Promise<string> {
    const request = ++this.#requests;
    say({ kind: 'ask-metrics', request });
    return new Promise((resolve) => this.#waiting.set(request, resolve));
  }

  async #hear(message: MessageToNode): Promise<void> {
    const { request } = message;
    if (message.kind === 'tell-metrics') {
      say({ kind: 'own-metrics', request, text: await this.#own() });
    } else {
      this.#waiting.get(request)?.(mergedExpositions(message.texts));
      this.#waiting.delete(request);
    }
  }
}

/** Without a parent process nothing asks for it; this process is about to stop. */
const say = (message: MessageToParent): void => void process.send?.(message, () => {});

/** One text in which each metric stands once, with the values of all texts. */
export function mergedExpositions(texts: readonly string[]): string {
  const values = new Map<string, string>();
  for (const text of texts)
    for (const [, head = '', lines = ''] of text.matchAll(/^(# HELP .*\n# TYPE .*\n)((?:[^#\n].*\n)*)/gm))
      values.set(head, (values.get(head) ?? '') + lines);
  return [...values].map(([head, lines]) => head + lines).join('\n');
}
