import type { Scope } from '../../../foundation/core/actor.ts';
import { aboutCompany, alteration, type Change, creation } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import { realTime } from '../../../foundation/core/instant.ts';
import { authorize, type Operation } from '../../../foundation/core/policy.ts';
import { notFound } from '../../../foundation/core/refusals.ts';
import type { Call } from '../../../foundation/db/call.ts';
import type { Statement } from '../../../foundation/db/database.ts';
import { type Outcome, unrecorded } from '../../../foundation/db/write.ts';
import { advanceCompany, type Company, companyIdInScope, loadCompany } from '../../companies/store.ts';
import { askForRelease, NOTHING_ASKED } from '../releases/actions.ts';
import { openReleases, type Release } from '../releases/store.ts';
import { forgetIdentities } from '../sso/store.ts';
import { endPasswordSessions, passwordSessions } from '../store.ts';
import { nameOf, requireIssuer, requireSecret, sealedFor, UNPROVEN } from './rules.ts';
import {
	type CompanyDomain,
	domainsOf,
	type Ended,
	type IdentityProvider,
	insertDomain,
	providerOf,
	removeDomains,
	removeProvider,
	type SingleSignOn,
	saveProvider,
} from './store.ts';
import { tellDomain, tellProvider } from './table.ts';

interface ProviderSettings extends Pick<IdentityProvider, 'issuer' | 'clientId' | 'onlySso'> {
	clientSecret: string | null;
	domains: string[];
	/** Whether to end the sessions of passwords. With null, they end if the provider was not required before. */
	endPasswordSessions: boolean | null;
}

interface Stored {
	scope: Scope;
	company: Company;
	provider: IdentityProvider | undefined;
	domains: CompanyDomain[];
	byPassword: Ended;
	/** The open requests for releases. */
	asked: Pick<Release, 'aboutId'>[];
}

export async function readSingleSignOn(call: Call, companyId: string): Promise<SingleSignOn> {
	const { provider, domains } = await loadStored(call, 'readSingleSignOn', companyId);
	if (provider === undefined) throw notFound('single sign-on');
	return { ...provider, domains };
}

/**
 * Domains that stay in the list keep their verification. Another issuer or client waits for a release, unless the operator sets it. A further
 * call asks again when the request has expired.
 */
export async function setSingleSignOn(
	call: Call,
	companyId: string,
	{ domains: wanted, clientSecret, endPasswordSessions: wish, ...fields }: ProviderSettings,
	isLocal: boolean,
): Promise<Outcome<SingleSignOn>> {
	const { db, now } = call;
	const which = { companyId, domains: wanted, except: call.actor.sessionId };
	const stored = await loadStored(call, 'setSingleSignOn', companyId, which);
	const { scope, company, provider, domains } = stored;
	requireIssuer(fields.issuer, isLocal);
	requireSecret(provider, fields, clientSecret !== null);
	const sealed =
		clientSecret === null
			? provider?.clientSecret
			: await call.vault.seal(clientSecret, sealedFor(companyId));
	const dates = { dateCreated: provider?.dateCreated ?? now, dateModified: now };
	const isSame = provider?.issuer === fields.issuer && provider.clientId === fields.clientId;
	const dateReleased = (isSame ? provider.dateReleased : null) ?? (scope.all ? realTime(db, now) : null);
	const saved = { companyId, ...dates, ...fields, clientSecret: sealed ?? '', dateReleased };
	const isAsked = isSame && stored.asked.some(({ aboutId }) => aboutId === companyId);
	const asking =
		dateReleased === null && !isAsked
			? askForRelease(call, companyId, { kind: 'PROVIDER', aboutId: companyId, about: nameOf(saved) })
			: NOTHING_ASKED;
	const told = changesOfProvider(provider ?? null, saved, clientSecret !== null);
	const moved = movedDomains(call, companyId, domains, wanted);
	const before = provider === undefined ? null : { ...provider, domains };
	const changes = [...told, ...moved.changes, ...asking.changes];
	const ends = fields.onlySso && dateReleased !== null && (wish ?? provider?.onlySso !== true);
	const ended = ends ? stored.byPassword : { people: 0, sessions: 0 };
	const ending = ended.sessions === 0 ? [] : endPasswordSessions(call, which);
	if (before !== null && changes.length === 0) {
		return { before, after: { ...before, ended }, statements: ending, changes };
	}
	return {
		before,
		after: { ...saved, domains: moved.domains, ended },
		statements: [
			advanceCompany(db, company),
			saveProvider(db, saved),
			...moved.statements,
			...asking.statements,
			// Sessions that are opened meanwhile must end too.
			...(ends ? endPasswordSessions(call, which) : []),
		],
		changes,
	};
}

/** This also removes the domains, and the links between users and accounts of the provider. */
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

async function loadStored(
	call: Call,
	operation: Operation,
	companyId: string,
	which = { companyId, domains: [] as string[], except: call.actor.sessionId },
): Promise<Stored> {
	const scope = authorize(call.actor, operation);
	const reached = companyIdInScope(call.db, scope, companyId);
	const queries = [
		providerOf(call.db, reached),
		domainsOf(call.db, reached),
		passwordSessions(call.db, { ...which, companyId: reached }, call.now),
		openReleases(call.db, reached, realTime(call.db, call.now)),
	] as const;
	const [company, [provider], domains, open, asked] = await loadCompany(call, scope, companyId, queries);
	const people = new Set(open.map(({ userId }) => userId)).size;
	return { scope, company, provider, domains, asked, byPassword: { people, sessions: open.length } };
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
		...(gone.length === 0 ? [] : [removeDomains(db, gone, now)]),
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
