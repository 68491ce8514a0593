import { sql } from 'drizzle-orm';
import { type Author, aboutCompany, CRON, creation } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';
import type { TaxRule } from '../core/modules.ts';
import { commit } from '../db/commit.ts';
import { batch, type Db, type Statement } from '../db/database.ts';
import { identified, recordEvents } from '../db/record-events.ts';
import { insertSelect } from '../db/records.ts';
import { places, templateCopies } from './table.ts';

interface NewTemplate {
	id: string;
	name: string;
	rules: TaxRule[];
	dateCreated: Instant;
}

/** Notes in the batch of D1 which companies in cells get a copy of a template, under the same id. */
export const noteCopies = (
	d1: Db,
	{ id, name, rules, dateCreated }: NewTemplate,
	companyIds: readonly string[],
): Statement =>
	insertSelect(
		d1,
		templateCopies,
		{ templateId: id, companyId: sql`value`, name, rules: sql`${JSON.stringify(rules)}`, since: dateCreated },
		sql`FROM json_each(${JSON.stringify(companyIds)}) WHERE TRUE`,
	).onConflictDoNothing();

/** How many copies one run of the job stores. */
const MAX_COPIED = 1000;

const missingCopies = (d1: Db, before: Instant, templateId: string | undefined) =>
	d1
		.select({ copy: templateCopies, cell: places.cell })
		.from(templateCopies)
		.innerJoin(places, sql`${places.companyId} = ${templateCopies.companyId}`)
		.where(
			sql`${templateCopies.since} <= ${before}
				AND ${templateId === undefined ? sql`TRUE` : sql`${templateCopies.templateId} = ${templateId}`}`,
		)
		.orderBy(templateCopies.since)
		.limit(MAX_COPIED);

interface Copying {
	databaseOf: (cell: string | null) => Db;
	now: Instant;
	/** Copies this template only. */
	templateId?: string;
	author?: Author;
}

/** Stores missing copies of templates in the cells of their companies. A cell that fails does not stop the others. */
export async function copyTemplates({
	databaseOf,
	now,
	templateId,
	author = CRON,
}: Copying): Promise<number> {
	const d1 = databaseOf(null);
	const [found] = await batch(d1, [missingCopies(d1, now, templateId)]);
	const copied = await Promise.allSettled(
		found.map(async ({ copy, cell }) => {
			await store(databaseOf(cell), copy, author, now);
			await batch(d1, [
				d1
					.delete(templateCopies)
					.where(sql`template_id = ${copy.templateId} AND company_id = ${copy.companyId}`),
			]);
		}),
	);
	const failures = copied.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
	if (failures.length > 0) throw new AggregateError(failures);
	return found.length;
}

/** Two runs at once store one copy, because the second one fails. */
async function store(
	db: Db,
	{ templateId, companyId, name, rules, since }: typeof templateCopies.$inferSelect,
	author: Author,
	now: Instant,
): Promise<void> {
	const ids = sql`(template_id, company_id) = (${templateId}, ${companyId})`;
	const [held] = await batch(db, [
		db
			.select({ found: sql`1`.as('found') })
			.from(sql`tax_rule_template_companies`)
			.where(ids),
	]);
	if (held.length > 0) return;
	const created = creation('tax_rule_template.created', aboutCompany(companyId, templateId), { name, rules });
	await commit(db, [
		db.run(sql`INSERT INTO tax_rule_templates (id, date_created, date_modified, name, rules)
			VALUES (${templateId}, ${since}, ${since}, ${name}, ${JSON.stringify(rules)}) ON CONFLICT DO NOTHING`),
		db.run(
			sql`INSERT INTO tax_rule_template_companies (template_id, company_id) VALUES (${templateId}, ${companyId})`,
		),
		...recordEvents(db, author, now, identified([created], now)),
	]);
}
