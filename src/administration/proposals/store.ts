import { and, asc, desc, eq, getTableColumns, gt, lt, type SQL, sql } from 'drizzle-orm';
import type { Instant } from '../../foundation/core/instant.ts';
import { oneOf } from '../../foundation/db/columns.ts';
import { requireThat } from '../../foundation/db/commit.ts';
import type { Db, Statement } from '../../foundation/db/database.ts';
import { insertOnce, insertSelect } from '../../foundation/db/records.ts';
import { KEPT_MS, type ProposalState } from './rules.ts';
import { proposalSubjects, proposals } from './table.ts';

const { dateDue: _, ...stored } = getTableColumns(proposals);

export type Proposal = Omit<typeof proposals.$inferSelect, 'dateDue'> & {
	/** The name of the API key that proposed it; null for a person. */
	authorName: string | null;
	/** True while an open proposal cannot be released, because its author is closed or the company has switched assistants off. */
	isFrozen: boolean;
};

const nameOfKey = (userId: SQL): SQL => sql`(SELECT k.name FROM api_keys k WHERE k.user_id = ${userId})`;

/** SQL that is true while a proposal cannot be released. It thaws when its author is opened, or assistants are switched on again. */
const isFrozen = sql`(proposals.state = 'OPEN' AND (
	EXISTS (SELECT 1 FROM users a WHERE a.id IN (proposals.author_id, proposals.person_id)
		AND (a.date_closed IS NOT NULL OR a.date_deleted IS NOT NULL))
	OR NOT EXISTS (SELECT 1 FROM companies WHERE id = proposals.company_id AND assistants)))`;

/** Fails with `proposals.frozen` when the author was closed or assistants were switched off meanwhile. */
export const requireThawedStill = (db: Db, id: string): Statement =>
	requireThat(
		db,
		sql`NOT EXISTS (SELECT 1 FROM proposals WHERE id = ${id} AND ${isFrozen})`,
		'proposals.frozen',
	);

const isOver = (now: Instant): SQL => sql`(state = 'OPEN' AND date_expires < ${now})`;

/** Reads proposals. An expired one is shown as expired, even if the cron has not marked it yet. */
const proposalsWhere = (db: Db, now: Instant, ...conditions: (SQL | undefined)[]) =>
	db
		.select({
			...stored,
			state: sql<ProposalState>`iif(${isOver(now)}, 'EXPIRED', ${proposals.state})`.as('state_'),
			authorName: sql<string | null>`${nameOfKey(sql`proposals.author_id`)}`.as('author_name'),
			isFrozen: sql<boolean>`${isFrozen}`.mapWith(Boolean).as('is_frozen'),
		})
		.from(proposals)
		.where(and(...conditions))
		.$dynamic();

export const proposalOf = (db: Db, companyId: SQL, id: string, now: Instant) =>
	proposalsWhere(db, now, eq(proposals.id, id), sql`${proposals.companyId} = ${companyId}`);

/** A page after a proposal in the order of creation, or before one with the latest first. An empty text begins the list. */
export type ProposalsPage = { limit: number } & ({ after: string } | { before: string });

export function proposalsPage(
	db: Db,
	companyId: SQL,
	state: ProposalState | undefined,
	now: Instant,
	page: ProposalsPage,
) {
	const { isWithin, order } = placeOf(page);
	return proposalsWhere(db, now, isListed(companyId, state, now), isWithin)
		.orderBy(order)
		.limit(page.limit);
}

/** Returns a subquery of the employees and users on such a page. Their ids are in column `value`. */
export function subjectsOnPage(
	companyId: SQL,
	state: ProposalState | undefined,
	now: Instant,
	page: ProposalsPage,
): SQL {
	const { isWithin, order } = placeOf(page);
	const listed = sql`SELECT id FROM proposals WHERE ${and(isListed(companyId, state, now), isWithin)} ORDER BY ${order} LIMIT ${page.limit}`;
	return sql`(SELECT DISTINCT subject_id AS value FROM proposal_subjects WHERE proposal_id IN (${listed}))`;
}

const placeOf = (page: ProposalsPage) =>
	'after' in page
		? { isWithin: gt(proposals.id, page.after), order: asc(proposals.id) }
		: {
				isWithin: page.before === '' ? undefined : lt(proposals.id, page.before),
				order: desc(proposals.id),
			};

const isListed = (companyId: SQL, state: ProposalState | undefined, now: Instant): SQL | undefined =>
	and(sql`${proposals.companyId} = ${companyId}`, state === undefined ? undefined : isIn(state, now));

function isIn(state: ProposalState, now: Instant): SQL {
	if (state === 'OPEN') return sql`state = 'OPEN' AND NOT ${isOver(now)}`;
	if (state === 'EXPIRED') return sql`(state = 'EXPIRED' OR ${isOver(now)})`;
	return sql`state = ${state}`;
}

/** Counts open proposals, including expired ones that the cron has not marked yet. If the author is a key, it also reads the key's name. */
export const openCount = (db: Db, companyId: SQL, authorId: string) =>
	db
		.select({
			count: sql<number>`count(*)`.as('open_count'),
			authorName: sql<string | null>`${nameOfKey(sql`${authorId}`)}`.as('author_name'),
		})
		.from(proposals)
		.where(sql`${proposals.companyId} = ${companyId} AND ${proposals.state} = 'OPEN'`);

export const insertProposal = (
	db: Db,
	{ authorName: _name, isFrozen: _frozen, ...row }: Proposal,
	subjects: readonly string[],
): Statement[] => [
	insertOnce(db, proposals, { ...row, dateDue: row.dateExpires + 1 }),
	insertSubjects(db, row.id, subjects),
];

/** Fails with `stale_revision` if the proposal is no longer open. */
export const saveDecision = (db: Db, after: Proposal, subjects: readonly string[]): Statement[] => {
	const { id, state, dateModified, deciderId, dateDecided, declineReason, difference } = after;
	const dateDue = state === 'RELEASED' ? null : dateModified + KEPT_MS;
	const set = { state, dateModified, deciderId, dateDecided, declineReason, difference, dateDue };
	return [
		db.update(proposals).set(set).where(eq(proposals.id, id)),
		...(subjects.length === 0 ? [] : [insertSubjects(db, id, subjects)]),
	];
};

const insertSubjects = (db: Db, proposalId: string, subjects: readonly string[]): Statement =>
	insertSelect(
		db,
		proposalSubjects,
		{ subjectId: sql`value`, proposalId },
		sql`FROM json_each(${JSON.stringify(subjects)}) WHERE TRUE`,
	).onConflictDoNothing();

/**
 * Blanks proposals about these subjects, and closes open ones. An unreleased proposal to create a person contains only the address, which
 * the caller blanks afterwards.
 */
export function blankProposalsAbout(db: Db, subjectIds: readonly string[], now: Instant): Statement[] {
	const subjects = oneOf(subjectIds);
	const about = sql`${proposals.id} IN (SELECT proposal_id FROM proposal_subjects WHERE subject_id IN ${subjects} UNION ALL
		SELECT p.id FROM employees e CROSS JOIN users u ON u.id = e.user_id CROSS JOIN proposals p ON p.company_id = e.company_id
		WHERE e.id IN ${subjects} AND p.state IN ('OPEN', 'DECLINED', 'EXPIRED') AND instr(p.difference, json_quote(u.email)) > 0)`;
	return [
		db
			.update(proposals)
			.set({ state: 'EXPIRED', dateModified: now, dateDue: now + KEPT_MS })
			.where(sql`${about} AND state = 'OPEN'`),
		db
			.update(proposals)
			.set({
				parameters: {},
				query: {},
				body: null,
				reason: null,
				declineReason: null,
				difference: [],
				version: '',
			})
			.where(about),
	];
}

/** SQL of the time at which `clearOldKeys` has a proposal to expire or delete. */
export const proposalsDueAt = sql`SELECT min(date_due) FROM proposals WHERE date_due IS NOT NULL`;

/** Marks expired proposals, and deletes old ones. The first statement returns all of them. */
export function expire(db: Db, now: Instant, limit: number): [Statement, ...Statement[]] {
	const due = sql`(SELECT id FROM proposals WHERE date_due <= ${now} AND date_due IS NOT NULL ORDER BY date_due LIMIT ${limit})`;
	return [
		db.select({ id: proposals.id }).from(proposals).where(sql`${proposals.id} IN ${due}`),
		db
			.delete(proposalSubjects)
			.where(sql`proposal_id IN (SELECT id FROM proposals WHERE id IN ${due} AND state <> 'OPEN')`),
		db.delete(proposals).where(sql`${proposals.id} IN ${due} AND state <> 'OPEN'`),
		db
			.update(proposals)
			.set({ state: 'EXPIRED', dateModified: now, dateDue: now + KEPT_MS })
			.where(sql`${proposals.id} IN ${due} AND state = 'OPEN'`),
	];
}
