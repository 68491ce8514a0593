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
	CANCELLED: ['cancelled', 'zurückgezogen'],
	STOPPED: ['stopped', 'angehalten'],
	EXPIRED: ['expired', 'abgelaufen'],
} satisfies Record<IdentityChangeState, Pair>;

const REQUEST_WORDS = catalogue({
	hint: [
		'A new address of a registered person waits here until the new mailbox has confirmed it, and the person or a second administrator has agreed.',
		'Eine neue Adresse einer registrierten Person wartet hier, bis das neue Postfach sie bestätigt hat und die Person oder eine zweite Administration zugestimmt hat.',
	],
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
			'die Zustimmung der Person, des alten Postfachs oder einer zweiten Administration',
		],
	},
	consents: {
		PERSON: ['the person', 'die Person selbst'],
		OLD_MAILBOX: ['the old mailbox', 'das alte Postfach'],
		SECOND_PERSON: ['a second administrator', 'eine zweite Administration'],
		OPERATOR: ['the operator', 'der Betreiber'],
	} satisfies Record<(typeof CONSENTS)[number], Pair>,
	consent: ['Agreed', 'Zugestimmt'],
	done: ['Changed', 'Geändert'],
	release: ['Release address', 'Adresse freigeben'],
	releaseHint: [
		'First ask the person whether this is right, but not by mail. After the change, no mail sets a password for 72 hours. Everybody who gets a mail about it can stop it for 7 days.',
		'Fragen Sie die Person zuerst, ob das richtig ist, aber nicht per Mail. Nach der Änderung setzt 72 Stunden lang keine Mail ein Passwort, und alle Benachrichtigten können sie 7 Tage lang anhalten.',
	],
	others: [
		'Another administrator must release this, who had the role seven days before. The asker must not have created, promoted or moved that one. If there is none, ask the operator.',
		'Eine andere Administration muss das freigeben, die seit mindestens sieben Tagen diese Rolle hat. Die anfragende Person darf sie nicht angelegt, befördert oder umgestellt haben. Gibt es keine, fragen Sie den Betreiber.',
	],
	remind: ['Send the links again', 'Links noch einmal senden'],
	cancel: ['Cancel request', 'Anfrage zurückziehen'],
	cancelHint: ['The person keeps the present address.', 'Die Person behält die bisherige Adresse.'],
	stop: ['Stop the change', 'Änderung anhalten'],
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
				[words.from, <bdi>{of.formerEmail}</bdi>],
				[words.to, <bdi>{of.email}</bdi>],
				[words.by, <bdi>{of.askerName}</bdi>],
				...(of.state === 'OPEN' ? [[words.until, <Time at={of.dateExpires} />] as const] : []),
				...(missing.length === 0
					? []
					: [[words.missing, missing.map((part) => words.parts[part]).join(', ')] as const]),
				...(consent === undefined ? [] : [[words.consent, <bdi>{consent}</bdi>] as const]),
				...(of.dateDone === null ? [] : [[words.done, <Time at={of.dateDone} />] as const]),
			]}
		/>
	);
}

function RequestRow({ change: of }: { change: IdentityChange }) {
	const { c, words } = useReader(REQUEST_WORDS);
	return (
		<li>
			<details open={of.state === 'OPEN'}>
				<summary>
					<bdi>{of.presentEmail}</bdi> <Badge mood={MOODS[of.state]}>{words.states[of.state]}</Badge>
				</summary>
				<RequestFacts change={of} />
				{of.state === 'OPEN' && <Decisions change={of} />}
				{isStoppable(of, c.var.now) && (
					<Sure label={words.stop}>
						<p>{words.stopHint}</p>
						<FormFor of={cancel} to={addressIn(c, `${PATH}/${of.id}/end`)} record={of} save={words.stop} />
					</Sure>
				)}
			</details>
		</li>
	);
}

function Decisions({ change: of }: { change: IdentityChange }) {
	const { c, visitor, words } = useReader(REQUEST_WORDS);
	const to = (what: string) => addressIn(c, `${PATH}/${of.id}/${what}`);
	const mayRelease = of.isReleasable || visitor?.roles.includes('PLATFORM_ADMIN') === true;
	return (
		<>
			{!mayRelease && of.consent === null && <p class="hint">{words.others}</p>}
			{mayRelease && of.consent === null && (
				<Sure label={words.release}>
					<p>{words.releaseHint}</p>
					<FormFor of={release} to={to('release')} record={of} save={words.release} />
				</Sure>
			)}
			<Form to={to('links')}>
				<Submit look="plain">{words.remind}</Submit>
			</Form>
			<Sure label={words.cancel}>
				<p>{words.cancelHint}</p>
				<FormFor of={cancel} to={to('end')} record={of} save={words.cancel} />
			</Sure>
		</>
	);
}
