import { asc, sql } from 'drizzle-orm';
import { prepared } from '../../db/prepared.ts';
import { payrollTransactions } from '../transactions/table.ts';

/** Up to `limit` lines of a run after the id `after`, in order of creation: only what a DATEV file tells of them. */
export const datevLines = prepared((db) =>
	db
		.select({
			id: payrollTransactions.id,
			module: payrollTransactions.module,
			amountValue: payrollTransactions.amountValue,
			amountCurrency: payrollTransactions.amountCurrency,
			personnelNumber: payrollTransactions.personnelNumber,
			costCenter: payrollTransactions.costCenter,
		})
		.from(payrollTransactions)
		.where(
			sql`${payrollTransactions.runId} = ${sql.placeholder('runId')} AND ${payrollTransactions.id} > ${sql.placeholder('after')}`,
		)
		.orderBy(asc(payrollTransactions.id))
		.limit(sql.placeholder('limit')),
);
