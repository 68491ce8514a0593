import { nullIf } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import {
	agreeToIdentityChange,
	readOwnIdentityChange,
	refuseIdentityChange,
} from '../../tenants/auth/identity-changes/actions.ts';
import { agreeToIdentityChangeRoute, toWire } from '../../tenants/auth/identity-changes/contract.ts';
import type { IdentityChange } from '../../tenants/auth/identity-changes/store.ts';
import { RequestFacts } from '../company/requests.tsx';
import type { App, Context } from '../env.ts';
import { Fields, FormFor, form } from '../forms.tsx';
import { optional, secret, text } from '../kinds.tsx';
import { useWords } from '../page.tsx';
import { Panel, Sure } from '../parts.tsx';
import { takeForm } from '../taking.ts';
import { ACCOUNT, WORDS } from './words.ts';

const agreement = form({
	words: WORDS,
	fields: {
		password: optional(secret('current-password')),
		code: optional(text({ autocomplete: 'one-time-code' })),
	},
	contract: agreeToIdentityChangeRoute,
	attempt: (call, _: null, proof) => agreeToIdentityChange(call, proof),
	toWire,
});

const refusal = form({ fields: {}, attempt: (call, _: null) => refuseIdentityChange(call), toWire });

interface Taking {
	show: (c: Context) => Response | Promise<Response>;
	/** Asks people without a password and a second factor for a recent sign-in. */
	guard: NonNullable<Parameters<typeof takeForm<IdentityChange, null>>[3]['guard']>;
}

/** Takes the forms with which the reader agrees to a request about the own address, or refuses it. */
export function takeRequest(app: App, { show, guard }: Taking): void {
	const taking = { idOf: () => null, show };
	takeForm(app, '/account/request', agreement, {
		...taking,
		to: () => `${ACCOUNT}?saved=address-agreed`,
		guard,
	});
	takeForm(app, '/account/request/refusal', refusal, {
		...taking,
		to: () => `${ACCOUNT}?saved=address-ended`,
	});
}

/** Returns the request about the reader, or null. */
export const ownRequest = (call: Call): Promise<IdentityChange | null> =>
	readOwnIdentityChange(call).catch(nullIf('not_found'));

export function Request({ change }: { change: IdentityChange }) {
	const words = useWords(WORDS);
	const isOpen = change.state === 'OPEN';
	const given = { password: { id: 'request-password' }, code: { id: 'request-code' } };
	return (
		<Panel title={words.request}>
			<p>{isOpen ? words.requestHint : words.requestDone}</p>
			<RequestFacts change={change} />
			{isOpen && change.consent === null && (
				<Sure label={words.agree}>
					<FormFor of={agreement} to={`${ACCOUNT}/request`} given={given} save={words.agree}>
						<Fields of={agreement} />
						<p class="hint">{words.either}</p>
					</FormFor>
				</Sure>
			)}
			<Sure label={isOpen ? words.refuse : words.stopChange}>
				<p>{isOpen ? words.refuseHint : words.stopChangeHint}</p>
				<FormFor
					of={refusal}
					to={`${ACCOUNT}/request/refusal`}
					record={change}
					save={isOpen ? words.refuse : words.stopChange}
				/>
			</Sure>
		</Panel>
	);
}
