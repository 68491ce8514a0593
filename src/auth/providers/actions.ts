import { advanceCompany, type Company, companyIdInScope, loadCompany } from '../../companies/store.ts';
import { aboutCompany, alteration, type Change, creation } from '../../core/history.ts';
import { newId } from '../../core/id.ts';
import { type Instant, toIso } from '../../core/instant.ts';
import { authorize, type Operation } from '../../core/policy.ts';
import { notFound, requireFound } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { commit } from '../../db/commit.ts';
import { batch, type Db, type Statement } from '../../db/database.ts';
import { inSteps, type MayGoOn } from '../../db/steps.ts';
import { type Outcome, unrecorded } from '../../db/write.ts';
import { insertMailsToAdmins } from '../../mail/store.ts';
import { forgetIdentities } from '../sso/store.ts';
import { textsOf } from './remote.ts';
import {
	CHECK_EVERY_MS,
	domainTaken,
	found,
	lostAt,
	missed,
	notProven,
	recordOf,
	requireIssuer,
	requireSecret,
	sealedFor,
	UNPROVEN,
} from './rules.ts';
import {
	type CompanyDomain,
	domainsOf,
	dueDomains,
	type IdentityProvider,
	insertDomain,
	isUnchanged,
	providerOf,
	removeDomains,
	removeProvider,
	type SingleSignOn,
	saveCheck,
	saveDomain,
	saveProvider,
} from './store.ts';
import { tellDomain, tellProvider } from './table.ts';

interface Wanted extends Pick<IdentityProvider, 'issuer' | 'clientId' | 'onlySso'> {
	clientSecret: string | null;
	domains: string[];
}

interface Stored {
	company: Company;
	provider: IdentityProvider | undefined;
	domains: CompanyDomain[];
}

export async function readSingleSignOn(call: Call, companyId: string): Promise<SingleSignOn> {
	const { provider, domains } = await loadStored(call, 'readSingleSignOn', companyId);
	if (provider === undefined) throw notFound('single sign-on');
	return { ...provider, domains };
}

/** Domains that stay keep their verification. */
export async function setSingleSignOn(
	call: Call,
	companyId: string,
	{ domains: wanted, clientSecret, ...fields }: Wanted,
	isLocal: boolean,
): Promise<Outcome<SingleSignOn>> {
	const { db, now } = call;
	const { company, provider, domains } = await loadStored(call, 'setSingleSignOn', companyId);
	requireIssuer(fields.issuer, isLocal);
	requireSecret(provider, fields, clientSecret !== null);
	const sealed =
		clientSecret === null
			? provider?.clientSecret
			: await call.vault.seal(clientSecret, sealedFor(companyId));
	const dates = { dateCreated: provider?.dateCreated ?? now, dateModified: now };
	const saved = { companyId, ...dates, ...fields, clientSecret: sealed ?? '' };
	const told = changesOfProvider(provider ?? null, saved, clientSecret !== null);
	const moved = movedDomains(call, companyId, domains, wanted);
	const before = provider === undefined ? null : { ...provider, domains };
	const changes = [...told, ...moved.changes];
	if (before !== null && changes.length === 0) return { before, after: before, statements: [], changes };
	return {
		before,
		after: { ...saved, domains: moved.domains },
		statements: [advanceCompany(db, company), saveProvider(db, saved), ...moved.statements],
		changes,
	};
}

/** Also removes the domains and the links of users to accounts of the provider. */
export async function removeSingleSignOn(call: Call, companyId: string): Promise<Outcome<null>> {
	const { db } = call;
	const { company, provider, domains } = await loadStored(call, 'removeSingleSignOn', companyId);
	if (provider === undefined) return unrecorded();
	const moved = movedDomains(call, companyId, domains, []);
	const none = { companyId, issuer: null, clientId: null, onlySso: null };
	return {
		before: null,
		after: null,
		statements: [
			advanceCompany(db, company),
			...moved.statements,
			...forgetIdentities(db, companyId),
			removeProvider(db, companyId),
		],
		changes: [
			...alteration('single_sign_on.removed', aboutCompany(companyId), tellProvider(provider), none),
			...moved.changes,
		],
	};
}

async function loadStored(call: Call, operation: Operation, companyId: string): Promise<Stored> {
	const scope = authorize(call.actor, operation);
	const reached = companyIdInScope(call.db, scope, companyId);
	const queries = [providerOf(call.db, reached), domainsOf(call.db, reached)] as const;
	const [company, [provider], domains] = await loadCompany(call, scope, companyId, queries);
	return { company, provider, domains };
}

/** The history records that the secret was set, but not its value. */
function changesOfProvider(
	before: IdentityProvider | null,
	after: IdentityProvider,
	isSecretSet: boolean,
): Change[] {
	const about = aboutCompany(after.companyId);
	const fresh = { ...tellProvider(after), ...(isSecretSet && { clientSecret: 'changed' }) };
	return before === null
		? [creation('single_sign_on.set', about, fresh)]
		: alteration('single_sign_on.set', about, tellProvider(before), fresh);
}

function movedDomains(
	{ db, now }: Call,
	companyId: string,
	domains: readonly CompanyDomain[],
	wanted: readonly string[],
) {
	const kept = domains.filter(({ domain }) => wanted.includes(domain));
	const gone = domains.filter((domain) => !kept.includes(domain));
	const added = wanted
		.filter((name) => !kept.some(({ domain }) => domain === name))
		.map((domain) => ({
			id: newId(now),
			dateCreated: now,
			dateModified: now,
			companyId,
			domain,
			...UNPROVEN,
		}));
	const statements: Statement[] = [
		...(gone.length === 0
			? []
			: [
					removeDomains(
						db,
						gone.map(({ id }) => id),
					),
				]),
		...added.map((domain) => insertDomain(db, domain)),
	];
	const none = { domain: null, dateVerified: null, dateMissing: null };
	return {
		domains: [...kept, ...added].sort((one, other) => (one.domain < other.domain ? -1 : 1)),
		statements,
		changes: [
			...gone.flatMap((one) =>
				alteration('domain.removed', aboutCompany(companyId, one.id), tellDomain(one), none),
			),
			...added.map((one) => creation('domain.added', aboutCompany(companyId, one.id), tellDomain(one))),
		],
	};
}

const STEP_SIZE = 5;

/** Looks up the DNS record, which verifies the domain. */
export async function verifyDomain(
	call: Call,
	companyId: string,
	domain: string,
	resolver: string | undefined,
): Promise<Outcome<CompanyDomain>> {
	const { db, now } = call;
	const scope = authorize(call.actor, 'verifyDomain');
	const [company, domains] = await loadCompany(call, scope, companyId, [
		domainsOf(db, companyIdInScope(db, scope, companyId)),
	]);
	const before = requireFound(
		domains.find((one) => one.domain === domain),
		'domain',
	);
	const texts = await textsOf(recordOf(before).name, resolver);
	if (!texts?.includes(recordOf(before).value)) throw notProven(before);
	const after = { ...before, ...found(before, now) };
	const changes = changesOf('domain.verified', before, after);
	// A domain has no ETag, so there is none to compare.
	if (changes.length === 0) return { before: null, after: before, statements: [], changes };
	const changed = { ...after, dateModified: now };
	return {
		before: null,
		after: changed,
		statements: [advanceCompany(db, company), saveDomain(db, changed)],
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

/** Nothing changes when the DNS does not answer. */
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

/** Informs the administrators of a missing record or a lost domain. */
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
