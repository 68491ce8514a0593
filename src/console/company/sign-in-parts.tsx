import { singleSignOnToWire } from '../../auth/providers/contract.ts';
import { recordOf } from '../../auth/providers/rules.ts';
import type { CompanyDomain, SingleSignOn } from '../../auth/providers/store.ts';
import type { Trial } from '../../auth/sso/actions.ts';
import { CALLBACK_PATH } from '../../auth/sso/rules.ts';
import { Tick } from '../choice.tsx';
import { originIn } from '../env.ts';
import { Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Facts, Note, Panel, Sure } from '../parts.tsx';
import { tagOf } from '../submit.ts';
import { addressOf } from './frame.tsx';
import { WORDS as SIGN_IN_WORDS } from './sign-in-words.ts';
import { WORDS } from './words.ts';

interface ProviderProps {
	companyId: string;
	provider: SingleSignOn | null;
	trial: Trial | undefined;
	state: Refused;
}

/** The provider by which the people of the company sign in. */
export function Provider({ companyId, provider, trial, state }: ProviderProps) {
	const { c } = useReader();
	const words = useWords(SIGN_IN_WORDS);
	const to = (path: string) => addressOf(companyId, `/sign-in${path}`);
	return (
		<Panel title={words.provider}>
			<p>{provider === null ? words.noProvider : words.hasProvider}</p>
			{trial !== undefined && (
				<Note mood={trial.host === null ? 'bad' : 'good'}>
					<p>{trial.host === null ? words.fails(trial.reason ?? '') : words.works(trial.host)}</p>
				</Note>
			)}
			<Facts rows={[[words.callback, <code>{originIn(c) + CALLBACK_PATH}</code>]]} />
			<Form
				to={to('')}
				state={state}
				etag={provider === null ? undefined : tagOf(singleSignOnToWire(provider))}
			>
				<ProviderFields provider={provider} />
				<Buttons>
					<button type="submit" class="main">
						{useWords(WORDS).save}
					</button>
				</Buttons>
			</Form>
			{provider !== null && (
				<>
					<Form to={to('/test')}>
						<Buttons>
							<button type="submit">{words.test}</button>
						</Buttons>
						<p class="hint">{words.testHint}</p>
					</Form>
					<Sure label={words.remove}>
						<Form to={to('/removal')}>
							<p>{words.removeHint}</p>
							<button type="submit" class="danger">
								{words.removeNow}
							</button>
						</Form>
					</Sure>
				</>
			)}
		</Panel>
	);
}

function ProviderFields({ provider }: { provider: SingleSignOn | null }) {
	const words = useWords(SIGN_IN_WORDS);
	const domains = provider?.domains.map(({ domain }) => domain).join(', ');
	return (
		<>
			<Field
				name="issuer"
				label={words.issuer}
				hint={words.issuerHint}
				value={provider?.issuer}
				type="url"
				autocomplete="off"
			/>
			<Field name="clientId" label={words.clientId} value={provider?.clientId} autocomplete="off" />
			<Field
				name="clientSecret"
				label={words.clientSecret}
				type="password"
				autocomplete="off"
				hint={provider === null ? undefined : words.secretHint}
				isOptional={provider !== null}
			/>
			<Field
				name="domains"
				label={words.domains}
				hint={words.domainsHint}
				value={domains}
				autocomplete="off"
				isOptional
			/>
			<Tick name="onlySso" label={words.onlySso} hint={words.onlySsoHint} isOn={provider?.onlySso ?? false} />
		</>
	);
}

/** The e-mail domains, each with the record that proves it. */
export function Domains({ provider, state }: { provider: SingleSignOn; state: Refused }) {
	const words = useWords(SIGN_IN_WORDS);
	if (provider.domains.length === 0) return null;
	return (
		<Panel title={words.proofs}>
			<p>{words.proofsHint}</p>
			{provider.domains.map((domain) => (
				<Domain companyId={provider.companyId} domain={domain} state={state} />
			))}
		</Panel>
	);
}

interface DomainProps {
	companyId: string;
	domain: CompanyDomain;
	state: Refused;
}

function Domain({ companyId, domain, state }: DomainProps) {
	const { c, say } = useReader();
	const words = useWords(SIGN_IN_WORDS);
	const { dateVerified, dateMissing } = domain;
	const { name, value } = recordOf(domain);
	const isAsked = c.req.param('domainName')?.toLowerCase() === domain.domain;
	return (
		<section>
			<p>
				<strong>{domain.domain}</strong>{' '}
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
			<Form to={addressOf(companyId, `/sign-in/domains/${domain.domain}`)} state={isAsked ? state : {}}>
				<Buttons>
					<button type="submit">{words.look}</button>
				</Buttons>
			</Form>
		</section>
	);
}
