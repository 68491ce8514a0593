import { verifyDomain } from '../../auth/domains/actions.ts';
import { removeSingleSignOn, setSingleSignOn } from '../../auth/providers/actions.ts';
import { setSingleSignOnRoute, singleSignOnToWire } from '../../auth/providers/contract.ts';
import { recordOf } from '../../auth/providers/rules.ts';
import type { CompanyDomain, SingleSignOn } from '../../auth/providers/store.ts';
import type { Trial } from '../../auth/sso/actions.ts';
import { CALLBACK_PATH } from '../../auth/sso/rules.ts';
import { idIn, originIn } from '../env.ts';
import { Buttons, Form, Submit } from '../form.tsx';
import { Fields, FormFor, form, OneField } from '../forms.tsx';
import { flag, optional, secret, text } from '../kinds.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Facts, Note, Panel, Sure } from '../parts.tsx';
import { addressOf } from './frame.tsx';
import { SIGN_IN_WORDS } from './words.ts';

/** The identity provider of the company. */
export const provider = form({
	words: SIGN_IN_WORDS,
	fields: {
		issuer: text({ type: 'url' }),
		clientId: text(),
		clientSecret: optional(secret()),
		domains: text(),
		onlySso: flag(),
	},
	contract: setSingleSignOnRoute,
	body: (read) => ({ ...read, domains: read.domains.split(/[\s,;]+/).filter((name) => name !== '') }),
	attempt: (call, companyId: string, settings, c) =>
		setSingleSignOn(call, companyId, settings, c.env.LOCAL_IDENTITY_PROVIDERS === 'true'),
	toWire: singleSignOnToWire,
});
export const removal = form({
	fields: {},
	attempt: (call, companyId: string) => removeSingleSignOn(call, companyId),
});
/** Looks for the DNS record that verifies a domain. */
export const domain = form({
	fields: {},
	attempt: (call, companyId: string, _, c) =>
		verifyDomain(call, companyId, idIn(c, 'domainName'), c.env.DNS_RESOLVER),
});

interface ProviderProps {
	companyId: string;
	known: SingleSignOn | null;
	trial: Trial | undefined;
}

/** The identity provider by which the people of the company sign in. */
export function Provider({ companyId, known, trial }: ProviderProps) {
	const { c } = useReader();
	const words = useWords(SIGN_IN_WORDS);
	const to = (path: string) => addressOf(companyId, `/sign-in${path}`);
	const domains = known?.domains.map((one) => one.domain).join(', ');
	return (
		<Panel title={words.provider}>
			<p>{known === null ? words.noProvider : words.hasProvider}</p>
			{trial !== undefined && (
				<Note mood={trial.host === null ? 'bad' : 'good'}>
					<p>{trial.host === null ? words.fails(trial.reason ?? '') : words.works(trial.host)}</p>
				</Note>
			)}
			<Facts rows={[[words.callback, <code>{originIn(c) + CALLBACK_PATH}</code>]]} />
			<FormFor
				of={provider}
				to={to('')}
				record={known ?? undefined}
				values={domains === undefined ? {} : { domains }}
			>
				<Fields of={provider} only={['issuer', 'clientId']} />
				<OneField
					of={provider}
					name="clientSecret"
					hint={known === null ? undefined : words.clientSecretHint}
					isOptional={known !== null}
				/>
				<OneField of={provider} name="domains" isOptional />
				<OneField of={provider} name="onlySso" />
			</FormFor>
			{known !== null && (
				<>
					<Form to={to('/test')}>
						<Buttons>
							<button type="submit">{words.test}</button>
						</Buttons>
						<p class="hint">{words.testHint}</p>
					</Form>
					<Form to={to('/removal')}>
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
export function Domains({ known }: { known: SingleSignOn }) {
	const words = useWords(SIGN_IN_WORDS);
	if (known.domains.length === 0) return null;
	return (
		<Panel title={words.proofs}>
			<p>{words.proofsHint}</p>
			{known.domains.map((one) => (
				<Domain companyId={known.companyId} known={one} />
			))}
		</Panel>
	);
}

function Domain({ companyId, known }: { companyId: string; known: CompanyDomain }) {
	const { say } = useReader();
	const words = useWords(SIGN_IN_WORDS);
	const { dateVerified, dateMissing } = known;
	const { name, value } = recordOf(known);
	return (
		<section>
			<p>
				<strong>{known.domain}</strong>{' '}
				{dateMissing !== null ? (
					<Badge mood="bad">{words.missing(say.day(dateMissing))}</Badge>
				) : dateVerified === null ? (
					<Badge mood="waiting">{words.unproven}</Badge>
				) : (
					<Badge mood="good">{words.proven(say.day(dateVerified))}</Badge>
				)}
			</p>
			<Facts
				rows={[
					[words.record, <code>{name}</code>],
					[words.recordValue, <code>{value}</code>],
				]}
			/>
			<Form to={addressOf(companyId, `/sign-in/domains/${known.domain}`)}>
				<Buttons>
					<button type="submit">{words.look}</button>
				</Buttons>
			</Form>
		</section>
	);
}
