import { DurableObject } from 'cloudflare:workers';
import { type Ask, NONE, OLDER, type Reply, type Told } from './interface.ts';
import { readMigrations, SCHEMA, type SchemaBindings } from './schema.ts';

/**
 * Returns the class of cells: the database of one company, in a Durable Object of its own. It runs SQL and knows no rules of the
 * product.
 */
export const cellClass = <E extends SchemaBindings>() =>
	class Cell extends DurableObject<E> {
		/** The name of the last applied migration; null while nobody has opened this cell. */
		#schema: string | null = null;

		constructor(ctx: DurableObjectState, env: E) {
			super(ctx, env);
			void ctx.blockConcurrencyWhile(async () => {
				this.#schema = ctx.storage.kv.get<string>('schema') ?? null;
				if (this.#schema !== null && this.#schema < SCHEMA) await this.#migrate();
			});
		}

		/** Creates the database, if there is none yet. */
		async open(name: string): Promise<void> {
			this.ctx.storage.kv.put('name', name);
			await this.#migrate();
		}

		/**
		 * Runs the statements in one transaction, for a caller that needs the schema with this name. A cell that nobody has opened
		 * holds nothing, so that a made-up name of a cell is answered like a made-up secret.
		 */
		batch(needed: string, asked: readonly Ask[]): Reply {
			if (this.#schema === null) return { told: asked.map(() => NONE) };
			if (this.#schema < needed) return { failed: OLDER };
			try {
				return { told: this.ctx.storage.transactionSync(() => asked.map((ask) => this.#told(ask))) };
			} catch (error) {
				return { failed: error instanceof Error ? error.message : String(error) };
			}
		}

		#told([text, values]: Ask): Told {
			const cursor = this.ctx.storage.sql.exec(text, ...values);
			const rows = [...cursor.raw()] as SqlStorageValue[][];
			return {
				columns: cursor.columnNames,
				rows,
				rowsRead: cursor.rowsRead,
				rowsWritten: cursor.rowsWritten,
			};
		}

		/** Applies each missing migration in a transaction of its own. One that fails leaves the cell on the schema before it. */
		async #migrate(): Promise<void> {
			const { storage } = this.ctx;
			for (const { name, statements } of await readMigrations(this.env)) {
				if (this.#schema !== null && name <= this.#schema) continue;
				storage.transactionSync(() => {
					for (const statement of statements) storage.sql.exec(statement);
					storage.kv.put('schema', name);
				});
				this.#schema = name;
			}
		}
	};
