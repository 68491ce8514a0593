import { sql } from 'drizzle-orm';
import { oneOf } from '../../../foundation/db/columns.ts';
import type { Db } from '../../../foundation/db/database.ts';

export const columnsIn = (db: Db, tables: readonly string[]) =>
	db
		.select({
			table: sql<string>`t.value`.as('of_table'),
			column: sql<string>`c.name`.as('column_name'),
		})
		.from(sql`${oneOf(tables)} t JOIN pragma_table_info(t.value) c`);
