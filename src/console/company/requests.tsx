import type { Pair } from '../../foundation/core/language.ts';
import {
	cancelIdentityChange,
	listIdentityChanges,
	releaseIdentityChange,
	remindIdentityChange,
} from '../../tenants/auth/identity-changes/actions.ts';
import { toWire } from '../../tenants/auth/identity-changes/contract.ts';
import {
	type IdentityChangeState,
	isStoppable,
	missingParts,
	type ReleaseKind,
} from '../../tenants/auth/identity-changes/rules.ts';
import type { IdentityChange } from '../../tenants/auth/identity-changes/store.ts';
import type { CONSENTS } from '../../tenants/users/identity/rules.ts';
import { companyNamed } from '../company-choice.tsx';
import { type App, type Context, idIn } from '../env.ts';
import { Form, Submit } from '../form.tsx';
import { FormFor, form } from '../forms.tsx';
import { afterIn, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Facts, type Mood, Panel, Sure, Time } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { reading } from '../visit.ts';
import { catalogue } from '../words.ts';
import { addressIn, companyPage, takeOn } from './frame.tsx';

const STATE_NAMES = {
	OPEN: ['open', 'offen'],
	DONE: ['done', 'erledigt'],
	CANCELLED: ['cancelled', 'abgebrochen'],
	STOPPED: ['undone', 'rückgängig gemacht'],
	EXPIRED: ['expired', 'abgelaufen'],
} satisfies Record<IdentityChangeState, Pair>;

const REQUEST_WORDS = catalogue({
	hint: [
		'A new address of a registered person waits here until it is confirmed, and the person, the old mailbox or a second administrator has agreed. An identity provider, a verified domain and the key of a directory wait for a second administrator.',
		'Eine neue Adresse einer registrierten Person wartet hier, bis sie bestätigt ist. Außerdem muss die Person, das alte Postfach oder eine zweite Person aus der Administration zustimmen. Ein Identitätsanbieter, eine bestätigte Domain und der Schlüssel eines Verzeichnisses warten auf die zweite Person.',
	],
	kinds: {
		PROVIDER: ['Identity provider', 'Identitätsanbieter'],
		DOMAIN: ['E-mail domain', 'E-Mail-Domain'],
		DIRECTORY: ['Key of a directory', 'Schlüssel eines Verzeichnisses'],
		CODE: ['Printed code for', 'Gedruckter Code für'],
		REST: ['New password by mail for', 'Neues Passwort per Mail für'],
	} satisfies Record<ReleaseKind, Pair>,
	none: ['No requests yet.', 'Noch keine Anfragen.'],
	states: STATE_NAMES,
	from: ['Present address', 'Bisherige Adresse'],
	to: ['New address', 'Neue Adresse'],
	by: ['Asked by', 'Angefragt von'],
	until: ['Open until', 'Offen bis'],
	missing: ['Still missing', 'Es fehlt noch'],
	parts: {
		NEW_MAILBOX: ['the link in the new mailbox', 'der Link im neuen Postfach'],
		CONSENT: [
			'the consent of the person, the old mailbox or a second administrator',
			'die Zustimmung der Person, des alten Postfachs oder einer zweiten Person aus der Administration',
		],
		RELEASE: [
			'the release by a second administrator',
			'die Freigabe durch eine zweite Person aus der Administration',
		],
		LETTER: ['the printed code', 'der gedruckte Code'],
	},
	consents: {
		PERSON: ['the person', 'die Person selbst'],
		OLD_MAILBOX: ['the old mailbox', 'das alte Postfach'],
		SECOND_PERSON: ['a second administrator', 'eine zweite Person aus der Administration'],
		OPERATOR: ['the operator', 'der Betreiber'],
	} satisfies Record<(typeof CONSENTS)[number], Pair>,
	consent: ['Agreed', 'Zugestimmt'],
	done: ['Changed', 'Geändert'],
	release: ['Release address', 'Adresse freigeben'],
	releaseOthers: {
		PROVIDER: ['Release provider', 'Anbieter freigeben'],
		DOMAIN: ['Release domain', 'Domain freigeben'],
		DIRECTORY: ['Release key', 'Schlüssel freigeben'],
		CODE: ['Release code', 'Code freigeben'],
		REST: ['Permit new passwords', 'Neue Passwörter erlauben'],
	} satisfies Record<ReleaseKind, Pair>,
	releaseHints: {
		PROVIDER: [
			'After this, the provider can sign in everybody with an address in a released domain. Compare issuer and client with those of your identity provider first.',
			'Danach kann der Anbieter alle anmelden, deren Adresse in einer freigegebenen Domain liegt. Vergleichen Sie Aussteller und Client vorher mit denen Ihres Identitätsanbieters.',
		],
		DOMAIN: [
			'After this, the identity provider can sign in everybody with an address in this domain. Release it only if all mailboxes there belong to your company.',
			'Danach kann der Identitätsanbieter alle mit einer Adresse dieser Domain anmelden. Geben Sie sie nur frei, wenn alle Postfächer dort zu Ihrem Unternehmen gehören.',
		],
		DIRECTORY: [
			'After this, the directory moves e-mail addresses of registered people within released domains by itself.',
			'Danach ändert das Verzeichnis E-Mail-Adressen registrierter Personen innerhalb freigegebener Domains von selbst.',
		],
		CODE: [
			'After this, one code can be printed within 7 days. It sets another password of this account. First make sure that the person has asked for it.',
			'Danach lässt sich innerhalb von 7 Tagen ein Code drucken. Er setzt ein anderes Passwort für dieses Konto. Vergewissern Sie sich zuerst, dass die Person darum gebeten hat.',
		],
		REST: [
			'After this, a mail sets a password of this account. First make sure that the mailbox belongs to the person.',
			'Danach setzt eine Mail ein Passwort für dieses Konto. Vergewissern Sie sich zuerst, dass das Postfach der Person gehört.',
		],
	} satisfies Record<ReleaseKind, Pair>,
	releaseHint: [
		'First ask the person whether this is right, but not by mail. The password cannot be reset by mail for 72 hours then. The person and each administrator can undo the change within 7 days.',
		'Fragen Sie die Person zuerst, ob das richtig ist, aber nicht per Mail. Danach lässt sich das Passwort 72 Stunden lang nicht per Mail zurücksetzen. Die Person und die Administration können die Änderung 7 Tage lang rückgängig machen.',
	],
	others: [
		'This needs another administrator, who had this role 7 days before the request. The asker must not have created that account, given it the role or changed its address. If there is none, ask the operator.',
		'Das muss eine andere Person aus der Administration freigeben, die diese Rolle schon 7 Tage vor der Anfrage hatte. Die anfragende Person darf dieses Konto nicht angelegt, ihm nicht die Rolle gegeben und nicht seine Adresse geändert haben. Gibt es niemanden, fragen Sie den Betreiber.',
	],
	remind: ['Send the links again', 'Links noch einmal senden'],
	remindOthers: ['Send the mails again', 'Mails noch einmal senden'],
	cancel: ['Cancel request', 'Anfrage abbrechen'],
	cancelHint: ['The person keeps the present address.', 'Die Person behält die bisherige Adresse.'],
	cancelOthersHint: ['It stays unreleased.', 'Es bleibt nicht freigegeben.'],
	withdraw: ['Withdraw the release', 'Freigabe zurücknehmen'],
	withdrawHint: [
		'People who need it for signing in then use their password, or wait for another release.',
		'Wer sich damit anmeldet, braucht dann ein Passwort oder wartet auf eine neue Freigabe.',
	],
	stop: ['Undo the change', 'Änderung rückgängig machen'],
	stopHint: [
		'The person gets the earlier address back, and all sessions of the person end.',
		'Die Person bekommt die frühere Adresse zurück, und alle ihre Sitzungen enden.',
	],
});

const change = (attempt: typeof releaseIdentityChange) =>
	form({
		fields: {},
		attempt: (call, companyId: string, _, c) => attempt(call, companyId, idIn(c, 'changeId')),
		toWire,
	});

const release = change(releaseIdentityChange);
const cancel = change(cancelIdentityChange);
const remind = change(remindIdentityChange);

const PATH = '/team/requests';

export function takeRequests(app: App): void {
	const on = (name: string) => `${PATH}/:changeId/${name}`;
	const show = showRequests;
	takeOn(app, PATH, release, {
		path: on('release'),
		operation: 'releaseIdentityChange',
		said: 'address-released',
		show,
		guard: proof,
	});
	takeOn(app, PATH, cancel, {
		path: on('end'),
		operation: 'cancelIdentityChange',
		said: 'address-ended',
		show,
		guard: proof,
	});
	takeOn(app, PATH, remind, {
		path: on('links'),
		operation: 'remindIdentityChange',
		said: 'address-links',
		show,
	});
}

/** The requests to change how people of a company sign in. */
export async function showRequests(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'listIdentityChanges');
	const page = { before: afterIn(c), limit: PAGE_AND_ONE };
	const found = await listIdentityChanges(reading(c), companyId, {}, page);
	const words = REQUEST_WORDS[c.var.language];
	return companyPage(
		c,
		{ path: PATH },
		<Panel>
			<p class="hint">{words.hint}</p>
			<Paged rows={found} cursorOf={({ id }) => id} none={words.none}>
				{(shown) => (
					<ul class="rows">
						{shown.map((one) => (
							<RequestRow change={one} />
						))}
					</ul>
				)}
			</Paged>
		</Panel>,
	);
}

const MOODS: Record<IdentityChangeState, Mood> = {
	OPEN: 'waiting',
	DONE: 'good',
	CANCELLED: 'calm',
	STOPPED: 'bad',
	EXPIRED: 'calm',
};

/** Says who asked for which address, until when, and what is missing. */
export function RequestFacts({ change: of }: { change: IdentityChange }) {
	const words = useWords(REQUEST_WORDS);
	const missing = missingParts(of);
	const consent =
		of.consent === null
			? undefined
			: `${words.consents[of.consent]}${of.consenterName === null ? '' : ` (${of.consenterName})`}`;
	return (
		<Facts
			rows={[
				...(of.kind === 'ADDRESS'
					? ([
							[words.from, <bdi>{of.formerEmail}</bdi>],
							[words.to, <bdi>{of.email}</bdi>],
						] as const)
					: ([[words.kinds[of.kind], <bdi>{of.about ?? of.presentEmail}</bdi>]] as const)),
				[words.by, <bdi>{of.askerName}</bdi>],
				...(of.state === 'OPEN' ? [[words.until, <Time at={of.dateExpires} />] as const] : []),
				...(missing.length === 0
					? []
					: [
							[
								words.missing,
								missing
									.map((part) => words.parts[part === 'CONSENT' && of.kind !== 'ADDRESS' ? 'RELEASE' : part])
									.join(', '),
							] as const,
						]),
				...(consent === undefined ? [] : [[words.consent, <bdi>{consent}</bdi>] as const]),
				...(of.dateDone === null ? [] : [[words.done, <Time at={of.dateDone} />] as const]),
			]}
		/>
	);
}

function RequestRow({ change: of }: { change: IdentityChange }) {
	const { c, words } = useReader(REQUEST_WORDS);
	const stop = of.kind === 'ADDRESS' ? words.stop : words.withdraw;
	return (
		<li>
			<details open={of.state === 'OPEN'}>
				<summary>
					<bdi>{of.presentEmail ?? of.about}</bdi>{' '}
					<Badge mood={MOODS[of.state]}>{words.states[of.state]}</Badge>
				</summary>
				<RequestFacts change={of} />
				{of.state === 'OPEN' && <Decisions change={of} />}
				{isStoppable(of, c.var.now) && (
					<Sure label={stop}>
						<p>{of.kind === 'ADDRESS' ? words.stopHint : words.withdrawHint}</p>
						<FormFor of={cancel} to={addressIn(c, `${PATH}/${of.id}/end`)} record={of} save={stop} />
					</Sure>
				)}
			</details>
		</li>
	);
}

function Decisions({ change: of }: { change: IdentityChange }) {
	const { c, visitor, words } = useReader(REQUEST_WORDS);
	const to = (what: string) => addressIn(c, `${PATH}/${of.id}/${what}`);
	const { kind } = of;
	const isMove = kind === 'ADDRESS';
	const [label, hint] = isMove
		? [words.release, words.releaseHint]
		: [words.releaseOthers[kind], words.releaseHints[kind]];
	const mayRelease = of.isReleasable || visitor?.roles.includes('PLATFORM_ADMIN') === true;
	return (
		<>
			{!mayRelease && of.consent === null && <p class="hint">{words.others}</p>}
			{mayRelease && of.consent === null && (
				<Sure label={label}>
					<p>{hint}</p>
					<FormFor of={release} to={to('release')} record={of} save={label} />
				</Sure>
			)}
			<Form to={to('links')}>
				<Submit look="plain">{isMove ? words.remind : words.remindOthers}</Submit>
			</Form>
			<Sure label={words.cancel}>
				<p>{isMove ? words.cancelHint : words.cancelOthersHint}</p>
				<FormFor of={cancel} to={to('end')} record={of} save={words.cancel} />
			</Sure>
		</>
	);
}
