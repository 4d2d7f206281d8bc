import type { Registry } from 'prom-client';
import type { MessageToNode, MessageToParent, NodeProcessAssignment } from '../nodes/node-ipc.ts';
import type { MetricSources } from './prometheus-metrics.ts';
import type { ServerCounts } from './server-counts.ts';

/**
 * The metrics as text: those of this process, or those of all processes of one parent, each with the label `process`. The library is
 * loaded with the first request.
 */
export class MetricsExposition {
  readonly #sources: MetricSources;
  readonly #process: NodeProcessAssignment | undefined;
  readonly #waiting = new Map<number, (text: string) => void>();
  #registry: Promise<Registry> | undefined;
  #requests = 0;

  constructor(sources: MetricSources, nodeProcessAssignment?: NodeProcessAssignment) {
    this.#sources = sources;
    this.#process = nodeProcessAssignment;
    if (nodeProcessAssignment !== undefined)
      process.on('message', (message: MessageToNode) => void this.#receive(message));
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

  /** Requests the metrics of all processes. The parent answers within a second, and leaves out processes that do not answer in time. */
  #all(): Promise<string> {
    const request = ++this.#requests;
    sendToParent({ kind: 'get-all-metrics', request });
    return new Promise((resolve) => this.#waiting.set(request, resolve));
  }

  async #receive(message: MessageToNode): Promise<void> {
    const { request } = message;
    if (message.kind === 'get-own-metrics') {
      sendToParent({ kind: 'own-metrics', request, text: await this.#own() });
    } else {
      this.#waiting.get(request)?.(mergedExpositions(message.texts));
      this.#waiting.delete(request);
    }
  }
}

/** Errors are ignored: if the parent process has exited, this process is about to stop. */
const sendToParent = (message: MessageToParent): void => void process.send?.(message, () => {});

/** Merges texts. Each metric is in the result once, with the values of all texts. */
export function mergedExpositions(texts: readonly string[]): string {
  const values = new Map<string, string>();
  for (const text of texts)
    for (const [, head = '', lines = ''] of text.matchAll(/^(# HELP .*\n# TYPE .*\n)((?:[^#\n].*\n)*)/gm))
      values.set(head, (values.get(head) ?? '') + lines);
  return [...values].map(([head, lines]) => head + lines).join('\n');
}
