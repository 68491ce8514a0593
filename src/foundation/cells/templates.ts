import { sql } from 'drizzle-orm';
import { type Author, aboutCompany, CRON, creation } from '../core/history.ts';
import type { Instant } from '../core/instant.ts';
import type { TaxRule } from '../core/modules.ts';
import { commit } from '../db/commit.ts';
import { batch, type Db, type Statement } from '../db/database.ts';
import { identified, recordEvents } from '../db/record-events.ts';
import { insertSelect } from '../db/records.ts';
import { inTurn, MAX_AT_ONCE, MAX_READ, tellCompanies } from './settling.ts';
import { templateCopies } from './table.ts';

/** Returns statements that record which companies in other databases get a copy of a template. The copy keeps the id. */
export const noteCopies = (
	home: Db,
	{ id, name, rules, dateCreated }: { id: string; name: string; rules: TaxRule[]; dateCreated: Instant },
	companyIds: readonly string[],
): Statement =>
	insertSelect(
		home,
		templateCopies,
		{ templateId: id, companyId: sql`value`, name, rules: sql`${JSON.stringify(rules)}`, since: dateCreated },
		sql`FROM json_each(${JSON.stringify(companyIds)}) WHERE TRUE`,
	).onConflictDoNothing();

const missingCopies = (home: Db, before: Instant, templateId: string | undefined) =>
	home
		.select()
		.from(templateCopies)
		.where(
			sql`${templateCopies.since} <= ${before}
				AND ${templateId === undefined ? sql`TRUE` : sql`${templateCopies.templateId} = ${templateId}`}`,
		)
		.orderBy(templateCopies.since)
		.limit(templateId === undefined ? MAX_READ : MAX_AT_ONCE);

interface Copying {
	/** The database that records the missing copies. */
	home: Db;
	databaseOf: (cell: string | null) => Db;
	now: Instant;
	/** Limits the run to this template. */
	templateId?: string;
	author?: Author;
}

export async function copyTemplates({
	home,
	databaseOf,
	now,
	templateId,
	author = CRON,
}: Copying): Promise<number> {
	const [missing] = await batch(home, [missingCopies(home, now, templateId)]);
	const found = templateId === undefined ? inTurn(missing, ({ companyId }) => companyId) : missing;
	return tellCompanies(databaseOf, found, async (there, copy) => {
		await store(there, copy, author, now);
		await batch(home, [
			home
				.delete(templateCopies)
				.where(sql`template_id = ${copy.templateId} AND company_id = ${copy.companyId}`),
		]);
	});
}

/** Stores a copy. If two runs do this at once, the second one fails. */
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
