import { nullIf } from '../../foundation/core/refusals.ts';
import { originIn } from '../../foundation/http/headers.ts';
import { requireFreePlace } from '../../foundation/http/throttle.ts';
import { verifyDomain } from '../../tenants/auth/domains/actions.ts';
import {
	readSingleSignOn,
	removeSingleSignOn,
	setSingleSignOn,
} from '../../tenants/auth/providers/actions.ts';
import { setSingleSignOnRoute, singleSignOnToWire } from '../../tenants/auth/providers/contract.ts';
import { recordOf } from '../../tenants/auth/providers/rules.ts';
import type { CompanyDomain, SingleSignOn } from '../../tenants/auth/providers/store.ts';
import { readFactorDemand } from '../../tenants/auth/second-factor/actions.ts';
import type { FactorDemand } from '../../tenants/auth/second-factor/store.ts';
import { type Trial, tryProvider } from '../../tenants/auth/sso/actions.ts';
import { CALLBACK_PATH } from '../../tenants/auth/sso/rules.ts';
import { readCompany } from '../../tenants/companies/actions.ts';
import type { Company } from '../../tenants/companies/store.ts';
import { companyNamed } from '../company-choice.tsx';
import { type App, asApi, type Context, idIn } from '../env.ts';
import { Form, OnlyButton, Submit } from '../form.tsx';
import { Fields, FormFor, form, OneField, sentWith } from '../forms.tsx';
import { flag, number, optional, secret, text } from '../kinds.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Facts, Note, Panel, Preview, Sure } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { previewed, takePost } from '../submit.ts';
import { reading } from '../visit.ts';
import { addressIn, companyChange, companyPage, takeOn } from './frame.tsx';
import { SIGN_IN_WORDS } from './words.ts';

const provider = form({
	words: SIGN_IN_WORDS,
	fields: {
		issuer: text({ type: 'url' }),
		clientId: text(),
		clientSecret: optional(secret()),
		domains: text(),
		onlySso: flag(),
		endPasswordSessions: flag(),
	},
	contract: setSingleSignOnRoute,
	body: (read) => ({ ...read, domains: read.domains.split(/[\s,;]+/).filter((name) => name !== '') }),
	attempt: (call, companyId: string, settings, c) =>
		setSingleSignOn(call, companyId, settings, c.env.LOCAL_IDENTITY_PROVIDERS === 'true'),
	toWire: singleSignOnToWire,
	preview: previewed,
});
const removal = form({
	fields: {},
	attempt: (call, companyId: string) => removeSingleSignOn(call, companyId),
});
/** Looks for the DNS record that verifies a domain. */
const domain = form({
	fields: {},
	attempt: (call, companyId: string, _, c) =>
		verifyDomain(call, companyId, idIn(c, 'domainName'), c.env.DNS_RESOLVER),
});
/** The rules of the company for every sign-in. */
const security = form({
	...companyChange,
	words: SIGN_IN_WORDS,
	fields: { secondFactorRequired: flag(), leaverAccessDays: number({ unreadable: 'days' }) },
});

const PATH = '/team/sign-in';

/** The identity provider decides who can sign in, so its page asks for a fresh proof before anybody types its secret. */
export function takeSignIn(app: App): void {
	app.use(`${PATH}/*`, proof);
	const taking = { operation: 'setSingleSignOn', show: showSignIn } as const;
	takeOn(app, PATH, provider, { ...taking, said: 'provider' });
	takeOn(app, PATH, removal, { ...taking, said: 'no-provider', path: `${PATH}/removal` });
	takeOn(app, PATH, domain, { ...taking, said: 'domain', path: `${PATH}/domains/:domainName` });
	takeOn(app, PATH, security, {
		operation: 'updateCompany',
		said: 'security',
		show: showSignIn,
		path: `${PATH}/security`,
	});
	takePost(app, `${PATH}/test`, testProvider, showSignIn);
}

/** Reads the public configuration of the identity provider, as every sign-in does first, and shows the result. */
async function testProvider(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'setSingleSignOn');
	await requireFreePlace(asApi(c), 'sso begin ');
	return showSignInWith(c, await tryProvider(c.var.call, c.env, companyId));
}

export const showSignIn = (c: Context): Promise<Response> => showSignInWith(c, null);

async function showSignInWith(c: Context, trial: Trial | null): Promise<Response> {
	const companyId = companyNamed(c, 'setSingleSignOn');
	const call = reading(c);
	const [company, standing, known] = await Promise.all([
		readCompany(call, companyId),
		readFactorDemand(call, companyId),
		// Not found means no provider here, because the other reads refuse a company that the reader does not manage.
		readSingleSignOn(call, companyId).catch(nullIf('not_found')),
	]);
	return companyPage(
		c,
		{ path: '/team/sign-in' },
		<div class="columns">
			<Provider known={known} trial={trial} />
			<div>
				{known !== null && <Domains known={known} />}
				<Security company={company} standing={standing} />
			</div>
		</div>,
	);
}

function Provider({ known, trial }: { known: SingleSignOn | null; trial: Trial | null }) {
	const { c, words } = useReader(SIGN_IN_WORDS);
	const { after, refusal } = sentWith(c, provider);
	const values = {
		...(known !== null && { domains: known.domains.map((one) => one.domain).join(', ') }),
		endPasswordSessions: known?.onlySso !== true,
	};
	return (
		<Panel title={words.provider}>
			<p>{known === null ? words.noProvider : words.hasProvider}</p>
			{known?.dateReleased === null && (
				<Note mood="waiting">
					<p>
						{words.providerUnreleased} <a href={addressIn(c, '/team/requests')}>{words.toRequests}</a>
					</p>
				</Note>
			)}
			{trial !== null && (
				<Note mood={trial.host === null ? 'bad' : 'good'}>
					<p>{trial.host === null ? words.fails(trial.reason ?? '') : words.works(trial.host)}</p>
				</Note>
			)}
			<Facts rows={[[words.callback, <code>{originIn(c) + CALLBACK_PATH}</code>]]} />
			<FormFor of={provider} to={addressIn(c, PATH)} record={known ?? undefined} values={values}>
				<Fields of={provider} only={['issuer', 'clientId']} />
				<OneField
					of={provider}
					name="clientSecret"
					hint={known === null ? undefined : words.clientSecretHint}
					isOptional={known !== null}
				/>
				<OneField of={provider} name="domains" isOptional />
				<OneField of={provider} name="onlySso" />
				<OneField of={provider} name="endPasswordSessions" />
				<Preview refusal={refusal}>
					{after !== undefined && <p>{words.ends(after.ended?.sessions ?? 0, after.ended?.people ?? 0)}</p>}
				</Preview>
			</FormFor>
			{known !== null && (
				<>
					<Form to={addressIn(c, `${PATH}/test`)}>
						<OnlyButton>{words.test}</OnlyButton>
						<p class="hint">{words.testHint}</p>
					</Form>
					<Form to={addressIn(c, `${PATH}/removal`)}>
						<Sure label={words.remove}>
							<p>{words.removeHint}</p>
							<Submit look="danger">{words.removeNow}</Submit>
						</Sure>
					</Form>
				</>
			)}
		</Panel>
	);
}

/** The e-mail domains, each with its verification record. */
function Domains({ known }: { known: SingleSignOn }) {
	const words = useWords(SIGN_IN_WORDS);
	if (known.domains.length === 0) return null;
	return (
		<Panel title={words.proofs}>
			<p>{words.proofsHint}</p>
			{known.domains.map((one) => (
				<Domain known={one} />
			))}
		</Panel>
	);
}

function Domain({ known }: { known: CompanyDomain }) {
	const { c, words } = useReader(SIGN_IN_WORDS);
	const { name, value } = recordOf(known);
	return (
		<section>
			<p>
				<strong>{known.domain}</strong> <DomainState of={known} />
			</p>
			<Facts
				rows={[
					[words.record, <code>{name}</code>],
					[words.value, <code>{value}</code>],
				]}
			/>
			<Form to={addressIn(c, `${PATH}/domains/${known.domain}`)}>
				<OnlyButton>{words.look}</OnlyButton>
			</Form>
		</section>
	);
}

function DomainState({ of: { dateVerified, dateMissing, dateReleased } }: { of: CompanyDomain }) {
	const { say, words } = useReader(SIGN_IN_WORDS);
	if (dateMissing !== null) return <Badge mood="bad">{words.missing(say.day(dateMissing))}</Badge>;
	if (dateVerified === null) return <Badge mood="waiting">{words.unproven}</Badge>;
	return (
		<>
			<Badge mood="good">{words.proven(say.day(dateVerified))}</Badge>
			{dateReleased === null && <Badge mood="waiting">{words.unreleased}</Badge>}
		</>
	);
}

/** The rules for every sign-in, with the number of people that a demand for a second factor affects. */
function Security({ company, standing }: { company: Company; standing: FactorDemand }) {
	const { c, words } = useReader(SIGN_IN_WORDS);
	const { administrators, administratorsWithout, verifiers, verifiersWithout, isFactorDemanded } = standing;
	return (
		<Panel title={words.security}>
			<FormFor of={security} to={addressIn(c, `${PATH}/security`)} record={company}>
				<OneField of={security} name="secondFactorRequired" />
				<Facts
					rows={[
						[words.administratorsWithout, words.ofAll(administratorsWithout, administrators)],
						[words.verifiersWithout, words.ofAll(verifiersWithout, verifiers)],
					]}
				/>
				<p class="hint">{isFactorDemanded ? words.demanded : words.notDemanded}</p>
				<OneField of={security} name="leaverAccessDays" />
			</FormFor>
		</Panel>
	);
}
