import {
	readSingleSignOn,
	removeSingleSignOn,
	setSingleSignOn,
	verifyDomain,
} from '../../auth/providers/actions.ts';
import { setSingleSignOnRoute, singleSignOnToWire } from '../../auth/providers/contract.ts';
import { readFactorDemand } from '../../auth/second-factor/actions.ts';
import { type Trial, tryProvider } from '../../auth/sso/actions.ts';
import { readCompany, updateCompany } from '../../companies/actions.ts';
import { toWire as companyToWire, updateCompanyRoute } from '../../companies/contract.ts';
import { Refusal } from '../../core/refusals.ts';
import { requireFreePlace } from '../../http/throttle.ts';
import { companyNamed } from '../company-choice.tsx';
import { asApi, type Context } from '../env.ts';
import type { Refused } from '../form.tsx';
import { page } from '../page.tsx';
import { changed, checked } from '../submit.ts';
import { isTicked, numberIn, textIn, textOrNull } from '../typed.ts';
import { reading } from '../visit.ts';
import { Frame, savedAt } from './frame.tsx';
import { Security } from './security.tsx';
import { Domains, Provider } from './sign-in-parts.tsx';
import { WORDS } from './words.ts';

type Part = 'provider' | 'security' | 'domains';

const companyOf = (c: Context): string => companyNamed(c, 'setSingleSignOn');
const saved = (companyId: string) => () => savedAt(companyId, 'sign-in');

export function saveProvider(c: Context, typed: FormData): Promise<Response> {
	const companyId = companyOf(c);
	const settings = checked(setSingleSignOnRoute, {
		issuer: textIn(typed, 'issuer'),
		clientId: textIn(typed, 'clientId'),
		clientSecret: textOrNull(typed, 'clientSecret'),
		domains: textIn(typed, 'domains')
			.split(/[\s,;]+/)
			.filter((name) => name !== ''),
		onlySso: isTicked(typed, 'onlySso'),
	});
	const isLocal = c.env.LOCAL_IDENTITY_PROVIDERS === 'true';
	return changed(c, {
		attempt: (call) => setSingleSignOn(call, companyId, settings, isLocal),
		to: saved(companyId),
		toWire: singleSignOnToWire,
	});
}

export function removeProvider(c: Context): Promise<Response> {
	const companyId = companyOf(c);
	return changed(c, { attempt: (call) => removeSingleSignOn(call, companyId), to: saved(companyId) });
}

export function lookForDomain(c: Context): Promise<Response> {
	const [companyId, domain] = [companyOf(c), (c.req.param('domainName') ?? '').toLowerCase()];
	return changed(c, {
		attempt: (call) => verifyDomain(call, companyId, domain, c.env.DNS_RESOLVER),
		to: saved(companyId),
	});
}

export function saveSecurity(c: Context, typed: FormData): Promise<Response> {
	const companyId = companyNamed(c, 'updateCompany');
	const patch = checked(updateCompanyRoute, {
		secondFactorRequired: isTicked(typed, 'secondFactorRequired'),
		leaverAccessDays: numberIn(typed, 'leaverAccessDays') ?? Number.NaN,
	});
	return changed(c, {
		attempt: (call) => updateCompany(call, companyId, patch),
		to: saved(companyId),
		toWire: companyToWire,
	});
}

/** Asks the provider what it publishes, as every sign-in does first, and tells what came of it. */
export async function testProvider(c: Context): Promise<Response> {
	const companyId = companyOf(c);
	await requireFreePlace(asApi(c), 'sso begin ');
	return showSignIn(c, {}, 200, await tryProvider(c.var.call, c.env, companyId));
}

export async function showSignIn(
	c: Context,
	refused: { part?: Part } & Refused = {},
	status = 200,
	trial?: Trial,
): Promise<Response> {
	const companyId = companyOf(c);
	const call = reading(c);
	const [company, standing, provider] = await Promise.all([
		readCompany(call, companyId),
		readFactorDemand(call, companyId),
		readSingleSignOn(call, companyId).catch(none),
	]);
	const stateOf = (part: Part): Refused => (refused.part === part ? refused : {});
	return page(
		c,
		{ title: WORDS[c.var.language].pages['sign-in'] },
		<Frame companyId={companyId} name="sign-in">
			<div class="columns">
				<Provider companyId={companyId} provider={provider} trial={trial} state={stateOf('provider')} />
				<div>
					{provider !== null && <Domains provider={provider} state={stateOf('domains')} />}
					<Security company={company} standing={standing} state={stateOf('security')} />
				</div>
			</div>
		</Frame>,
		status,
	);
}

/** A company without a provider has none. One that somebody does not reach is refused by the other reads. */
function none(error: unknown): null {
	if (error instanceof Refusal && error.code === 'not_found') return null;
	throw error;
}
