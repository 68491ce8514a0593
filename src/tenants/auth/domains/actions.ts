import { requireNotElsewhere } from '../../../foundation/cells/addresses.ts';
import { aboutCompany, alteration, type Change } from '../../../foundation/core/history.ts';
import { type Instant, realTime, toIso } from '../../../foundation/core/instant.ts';
import { authorize } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { commit } from '../../../foundation/db/commit.ts';
import { batch, type Db, type Statement } from '../../../foundation/db/database.ts';
import { inSteps, type MayGoOn } from '../../../foundation/db/steps.ts';
import type { Outcome } from '../../../foundation/db/write.ts';
import { advanceCompany, companyIdInScope, loadCompany } from '../../companies/store.ts';
import { insertMailsToAdmins } from '../../mail/store.ts';
import { textsOf } from '../providers/remote.ts';
import {
	CHECK_EVERY_MS,
	domainTaken,
	found,
	lostAt,
	missed,
	notProven,
	recordOf,
} from '../providers/rules.ts';
import {
	type CompanyDomain,
	domainsOf,
	dueDomains,
	isUnchanged,
	saveCheck,
	saveDomain,
} from '../providers/store.ts';
import { tellDomain } from '../providers/table.ts';
import { askForRelease, NOTHING_ASKED } from '../releases/actions.ts';
import { openReleases } from '../releases/store.ts';

const STEP_SIZE = 5;

/**
 * Looks up the DNS record. If it is there, the domain is verified, and waits for a release unless the operator asked. A further call asks
 * again when the request has expired.
 */
export async function verifyDomain(
	call: Call,
	companyId: string,
	domain: string,
	resolver: string | undefined,
): Promise<Outcome<CompanyDomain>> {
	const { db } = call;
	const now = realTime(db, call.now);
	const scope = authorize(call.actor, 'verifyDomain');
	const reached = companyIdInScope(db, scope, companyId);
	const [company, domains, asked] = await loadCompany(call, scope, companyId, [
		domainsOf(db, reached),
		openReleases(db, reached, now),
	]);
	const before = requireFound(
		domains.find((one) => one.domain === domain),
		'domain',
	);
	const texts = await textsOf(recordOf(before).name, resolver);
	if (!texts?.includes(recordOf(before).value)) throw notProven(before);
	const proven = found(before, now);
	const dateReleased = proven.dateReleased ?? (scope.all ? now : null);
	const after = { ...before, ...proven, dateReleased };
	const { id } = before;
	const asking =
		dateReleased === null && !asked.some(({ aboutId }) => aboutId === id)
			? askForRelease(call, companyId, { kind: 'DOMAIN', aboutId: id, about: domain })
			: NOTHING_ASKED;
	const changes = [...changesOf('domain.verified', before, after), ...asking.changes];
	// A domain has no ETag, so `before` is not needed.
	if (changes.length === 0) return { before: null, after: before, statements: [], changes };
	const changed = { ...after, dateModified: now };
	return {
		before: null,
		after: changed,
		statements: [
			advanceCompany(db, company),
			requireNotElsewhere(db, domain),
			saveDomain(db, changed, now),
			...asking.statements,
		],
		changes,
		violations: { 'company_domains.domain': domainTaken },
	};
}

/** Looks up the records of verified domains once a day, and returns their number. */
export const checkDomains = (
	db: Db,
	resolver: string | undefined,
	now: Instant,
	mayGoOn: MayGoOn,
): Promise<number> =>
	inSteps(mayGoOn, STEP_SIZE, async (size) => {
		const [due] = await batch(db, [dueDomains(db, now - CHECK_EVERY_MS, size)]);
		const looked = await Promise.all(due.map((domain) => check(db, domain, resolver, now)));
		await commit(db, looked.flat());
		return due.length;
	});

/** Nothing changes when the DNS does not respond. */
async function check(db: Db, before: CompanyDomain, resolver: string | undefined, now: Instant) {
	const { name, value } = recordOf(before);
	const texts = await textsOf(name, resolver);
	const proof =
		texts === null ? { dateChecked: now } : texts.includes(value) ? found(before, now) : missed(before, now);
	const after = { ...before, ...proof };
	const type =
		after.dateVerified === null
			? 'domain.lost'
			: after.dateMissing === null
				? 'domain.verified'
				: 'domain.missing';
	const changes = changesOf(type, before, after);
	const told = changes.length === 0 ? [] : noticesOf(db, before, after, now);
	return [...told, ...saveCheck(db, before, after, changes, now)];
}

/** Returns mails to the administrators about a missing record or a domain that is no longer verified. */
function noticesOf(db: Db, before: CompanyDomain, after: CompanyDomain, now: Instant): Statement[] {
	const { companyId, domain, dateVerified, dateMissing } = after;
	const tell = (kind: 'domain_lost' | 'domain_missing', data: Record<string, string>) => [
		insertMailsToAdmins(db, { kind, companyId, data }, now, isUnchanged(before)),
	];
	if (dateVerified === null) return tell('domain_lost', { domain });
	if (dateMissing === null) return [];
	return tell('domain_missing', { domain, until: toIso(lostAt(dateMissing)).slice(0, 10) });
}

const changesOf = (type: Change['type'], before: CompanyDomain, after: CompanyDomain): Change[] =>
	alteration(type, aboutCompany(before.companyId, before.id), tellDomain(before), tellDomain(after));
