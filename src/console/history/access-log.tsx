import type { AccessEventType, AccessReason } from '../../foundation/core/history.ts';
import type { Pair } from '../../foundation/core/language.ts';
import type { NamedAccessEvent } from '../../tenants/history/access-events/store.ts';
import { WORDS as ACCOUNT_WORDS } from '../account/words.ts';
import type { Context } from '../env.ts';
import { afterIn, List } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { NameLink } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { catalogue } from '../words.ts';
import { Chosen } from './list.tsx';

export const ACCESS_WORDS = catalogue({
	title: ['Access log', 'Zugriffsprotokoll'],
	hint: [
		'Sign-ins, refused sign-ins, and downloads of payroll files, exports and long lists. Kept for one year.',
		'Anmeldungen, abgewiesene Anmeldungen und Abrufe von Lohndateien, Exporten und langen Listen. Ein Jahr aufbewahrt.',
	],
	none: [
		'No entries yet. Sign-ins and downloads appear here.',
		'Noch keine Einträge. Anmeldungen und Abrufe erscheinen hier.',
	],
	where: ['From', 'Von wo'],
	unknown: ['unknown', 'unbekannt'],
	onlyOf: (name: string) => [`Only ${name}`, `Nur ${name}`],
	all: ['Show all users', 'Alle Benutzer anzeigen'],
	times: (count: string) => [`${count} times`, `${count}-mal`],
	types: {
		'session.opened': ['Signed in', 'Angemeldet'],
		'session.refused': ['Sign-in refused', 'Anmeldung abgewiesen'],
		'session.ended': ['Session ended', 'Sitzung beendet'],
		'identity.linked': ['Account of the identity provider linked', 'Konto des Identitätsanbieters verknüpft'],
		'access.refused': ['Access refused', 'Zugriff abgewiesen'],
		'payroll_file.read': ['Payroll file downloaded', 'Lohndatei abgerufen'],
		'list.read': ['Long list read', 'Lange Liste gelesen'],
		'export.read': ['Export downloaded', 'Export abgerufen'],
		'query.read': ['Rows read by an operator', 'Zeilen durch den Betrieb gelesen'],
	} satisfies Record<AccessEventType, Pair>,
	reasons: {
		wrong_password: ['wrong password', 'falsches Passwort'],
		wrong_code: ['wrong code', 'falscher Code'],
		sso_required: [
			'the company requires its identity provider',
			'das Unternehmen verlangt seinen Identitätsanbieter',
		],
		provider_refused: ['refused by the identity provider', 'vom Identitätsanbieter abgewiesen'],
		provider_unreleased: [
			'the identity provider or domain is not released',
			'der Identitätsanbieter oder die Domain ist nicht freigegeben',
		],
		email_not_verified: ['e-mail address not verified', 'E-Mail-Adresse nicht bestätigt'],
		user_unknown: ['no user with this address', 'kein Benutzer mit dieser Adresse'],
		account_changed: [
			'another account of the identity provider',
			'ein anderes Konto des Identitätsanbieters',
		],
		logged_out: ['signed out', 'abgemeldet'],
		ended_by_user: ['ended by the user', 'vom Benutzer beendet'],
		ended_by_administrator: ['ended by an administrator', 'von der Administration beendet'],
		address_changed: ['e-mail address changed', 'E-Mail-Adresse geändert'],
		password_changed: ['password changed', 'Passwort geändert'],
		second_factor_changed: ['second factor changed', 'zweiter Faktor geändert'],
		rights_changed: ['new rights', 'neue Rechte'],
		user_closed: ['account closed', 'Konto geschlossen'],
		user_erased: ['account erased', 'Konto gelöscht'],
		refresh_token_reused: ['a token was used twice', 'ein Token wurde zweimal benutzt'],
		key_revoked: ['key revoked', 'Schlüssel widerrufen'],
	} satisfies Record<AccessReason, Pair>,
});

/** Returns the user whose events the address asks for, and the event, perhaps of a company's database, where the page begins. */
export function askedIn(c: Context) {
	const [, companyId = '', before] = /^([0-9a-f-]{36}:)?(\d{1,15})?$/.exec(afterIn(c)) ?? [];
	return {
		userId: c.req.query('user')?.toLowerCase() || undefined,
		companyId: companyId.slice(0, -1),
		before: before === undefined ? Number.MAX_SAFE_INTEGER : Number(before),
	};
}

/** Returns the cursor of a page. Without a position, the page starts at the newest event of a database. */
export const placeIn = ({ companyId, position }: { companyId: string; position?: number }): string =>
	(companyId === '' ? '' : `${companyId}:`) + (position ?? '');

/** Returns the address of this list for one user, or for everybody. */
function accessLogAddress(c: Context, userId: string | null): string {
	const url = new URL(c.req.url);
	for (const name of ['after', 'user']) url.searchParams.delete(name);
	if (userId !== null) url.searchParams.set('user', userId);
	return url.pathname + url.search;
}

interface AccessLogProps<Event> {
	found: readonly Event[];
	cursorOf(event: Event): string;
	rest?: string | undefined;
	/** Shown above the list. */
	hint?: string | undefined;
}

/** Sign-ins, refusals and downloads, the newest first. A name leads to the events of that user alone. */
export function AccessLog<Event extends NamedAccessEvent>({ found, hint, ...paging }: AccessLogProps<Event>) {
	const { c, say, words } = useReader(ACCESS_WORDS);
	const { device } = useWords(ACCOUNT_WORDS);
	const [first] = found;
	const label = words.onlyOf((first && calledIn(first)) ?? words.unknown);
	const chips = askedIn(c).userId === undefined ? [] : [{ label, to: accessLogAddress(c, null) }];
	const joined = (parts: readonly unknown[], by: string) => parts.filter(Boolean).join(by);
	return (
		<>
			<p class="hint">{joined([words.hint, hint], ' ')}</p>
			<Chosen chips={chips} clear={words.all} />
			<List
				caption={words.title}
				columns={[
					{ title: words.when, of: ({ date }) => ({ time: date }) },
					{
						title: words.who,
						of: (event) => (
							<>
								<Who event={event} />
								{event.companyName !== null && (
									<small class="below" dir="auto">
										{event.companyName}
									</small>
								)}
							</>
						),
					},
					{
						title: words.what,
						of: ({ type, reason, count, request }) => (
							<>
								{joined([words.types[type], reason && words.reasons[reason]], ': ')}
								<small class="below">
									{joined([count > 1 && words.times(say.number(count)), request], ' · ')}
								</small>
							</>
						),
					},
					{
						title: words.where,
						of: ({ city, country, place, device: name }) => (
							<>
								{joined([city, country], ', ') || place}
								<small class="below">{joined([name && device(name), city !== null && place], ' · ')}</small>
							</>
						),
					},
				]}
				rows={found}
				none={words.none}
				{...paging}
			/>
		</>
	);
}

/** Returns the name of the person an event is about, where the reader may know it. */
const calledIn = ({ email, firstName, lastName }: NamedAccessEvent): string | null =>
	email === null ? null : nameOf({ email, firstName, lastName });

function Who({ event }: { event: NamedAccessEvent }) {
	const { c } = useReader();
	const name = calledIn(event);
	if (name === null || event.userId === null) return useWords(ACCESS_WORDS).unknown;
	return <NameLink to={accessLogAddress(c, event.userId)}>{name}</NameLink>;
}
