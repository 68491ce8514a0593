import { readSingleSignOn } from '../../auth/providers/actions.ts';
import { readFactorDemand } from '../../auth/second-factor/actions.ts';
import type { Standing } from '../../auth/second-factor/store.ts';
import { type Trial, tryProvider } from '../../auth/sso/actions.ts';
import { readCompany, updateCompany } from '../../companies/actions.ts';
import { toWire as companyToWire, updateCompanyRoute } from '../../companies/contract.ts';
import type { Company } from '../../companies/store.ts';
import { Refusal } from '../../core/refusals.ts';
import { requireFreePlace } from '../../http/throttle.ts';
import { companyNamed } from '../company-choice.tsx';
import { type App, asApi, type Context } from '../env.ts';
import { FormFor, form, OneField, takeForm } from '../forms.tsx';
import { flag, number } from '../kinds.tsx';
import { useWords } from '../page.tsx';
import { Facts, Panel } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { takePost } from '../submit.ts';
import { reading } from '../visit.ts';
import { addressOf, companyPage, savedAt } from './frame.tsx';
import { Domains, domain, Provider, provider, removal } from './provider.tsx';
import { SIGN_IN_WORDS } from './words.ts';

/** The rules of the company for every sign-in. */
const security = form({
	words: SIGN_IN_WORDS,
	fields: { secondFactorRequired: flag(), leaverAccessDays: number({ unreadable: 'days' }) },
	contract: updateCompanyRoute,
	attempt: updateCompany,
	toWire: companyToWire,
});

const PATH = '/company/sign-in';

/** The provider decides who comes in, so its page asks for a fresh proof before anybody types its secret. */
export function takeSignIn(app: App): void {
	app.use(`${PATH}/*`, proof);
	const taking = {
		idOf: companyOf,
		to: (companyId: string) => savedAt(companyId, 'sign-in'),
		show: showSignIn,
	};
	takeForm(app, PATH, provider, taking);
	takeForm(app, `${PATH}/removal`, removal, taking);
	takeForm(app, `${PATH}/domains/:domainName`, domain, taking);
	takeForm(app, `${PATH}/security`, security, {
		...taking,
		idOf: (c) => companyNamed(c, 'updateCompany'),
	});
	takePost(app, `${PATH}/test`, testProvider, showSignIn);
}

const companyOf = (c: Context): string => companyNamed(c, 'setSingleSignOn');

/** Asks the provider what it publishes, as every sign-in does first, and shows the result. */
async function testProvider(c: Context): Promise<Response> {
	const companyId = companyOf(c);
	await requireFreePlace(asApi(c), 'sso begin ');
	return showSignIn(c, await tryProvider(c.var.call, c.env, companyId));
}

export async function showSignIn(c: Context, trial?: Trial): Promise<Response> {
	const companyId = companyOf(c);
	const call = reading(c);
	const [company, standing, known] = await Promise.all([
		readCompany(call, companyId),
		readFactorDemand(call, companyId),
		readSingleSignOn(call, companyId).catch(none),
	]);
	return companyPage(
		c,
		{ companyId, name: 'sign-in' },
		<div class="columns">
			<Provider companyId={companyId} known={known} trial={trial} />
			<div>
				{known !== null && <Domains known={known} />}
				<Security company={company} standing={standing} />
			</div>
		</div>,
	);
}

/** A company without a provider has none. The other reads refuse a company that the reader does not manage. */
function none(error: unknown): null {
	if (error instanceof Refusal && error.code === 'not_found') return null;
	throw error;
}

function Security({ company, standing }: { company: Company; standing: Standing }) {
	const words = useWords(SIGN_IN_WORDS);
	return (
		<Panel title={words.security}>
			<FormFor of={security} to={addressOf(company.id, '/sign-in/security')} record={company}>
				<OneField of={security} name="secondFactorRequired" />
				<FactorStanding standing={standing} />
				<OneField of={security} name="leaverAccessDays" />
			</FormFor>
		</Panel>
	);
}

/** The people affected by a demand for a second factor, shown before it is switched on or off. */
function FactorStanding({ standing }: { standing: Standing }) {
	const words = useWords(SIGN_IN_WORDS);
	const { administrators, administratorsWithout, verifiers, verifiersWithout, isFactorDemanded } = standing;
	return (
		<>
			<Facts
				rows={[
					[words.administratorsWithout, words.ofAll(administratorsWithout, administrators)],
					[words.verifiersWithout, words.ofAll(verifiersWithout, verifiers)],
				]}
			/>
			<p class="hint">{isFactorDemanded ? words.demanded : words.notDemanded}</p>
		</>
	);
}
