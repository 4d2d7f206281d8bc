import { OpenDatabase } from './database.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Reply, Request, TaskRequest } from './sqlite-message.ts';
import type { Task } from './task.ts';
import { DatabaseAway } from './unusable.ts';

type Loaded = Pick<Task<unknown, unknown>, 'run'>;

/** Does tasks in the thread of the database, where a query is a call. */
export class TaskRunner {
  readonly #database: OpenDatabase;
  /** What has been loaded: to ask for it again is not for nothing. */
  readonly #tasks = new Map<string, Loaded>();

  constructor(answer: (request: Request) => Reply) {
    this.#database = new OpenDatabase(
      sqliteDialect({ request: async (request) => answer(request), ended: async () => undefined }),
    );
  }

  async answer({ module, input }: TaskRequest): Promise<Reply> {
    try {
      const { run } = this.#tasks.get(module) ?? (await this.#load(module));
      const output = await this.#database.perform({ module, run }, JSON.parse(input));
      return { kind: 'done', rows: [output], changes: 0 };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { kind: 'failed', why, passes: error instanceof DatabaseAway };
    }
  }

  async #load(module: string): Promise<Loaded> {
    const task: Loaded = await import(/* @vite-ignore */ module);
    this.#tasks.set(module, task);
    return task;
  }
}
