import type { CalendarKind } from '../../administration/overview/calendar/rules.ts';
import type { SetupStep } from '../../administration/overview/companies/rules.ts';
import type { Pair } from '../../foundation/core/language.ts';
import { CALENDAR_NAMES } from '../../foundation/core/words.ts';
import type { UNREACHED } from '../../tenants/mail/rules.ts';
import { catalogue, SHARED } from '../words.ts';

type Counted = (count: number) => string;

const people: Counted = (count) => (count === 1 ? '1 person' : `${count} people`);
const invitations: Counted = (count) => (count === 1 ? '1 invitation' : `${count} invitations`);

const personen: Counted = (count) => (count === 1 ? '1 Person' : `${count} Personen`);
const einladungen = (count: number, one: string, many: string): string =>
	count === 1 ? `1 Einladung ${one}` : `${count} Einladungen ${many}`;

export const WORDS = catalogue({
	hello: (name: string) => [`Hello, ${name}`, `Guten Tag, ${name}`],
	happened: ['Just happened', 'Gerade passiert'],
	somebody: ['somebody', 'jemand'],
	waiting: ['Needs you', 'Zu erledigen'],
	/** The next step of a line, as a button. */
	steps: {
		verify: ['Review', 'Prüfen'],
		team: ['Show team', 'Team anzeigen'],
		keys: ['Review keys', 'Schlüssel prüfen'],
		requests: ['Show requests', 'Anfragen anzeigen'],
		invitations: ['Fix addresses', 'Adressen korrigieren'],
		mails: ['Show mails', 'Mails anzeigen'],
		PERSONNEL_NUMBER: ['Add numbers', 'Nummern ergänzen'],
		BUDGET: ['Give budgets', 'Budgets geben'],
		unproven: ['Send links', 'Links senden'],
	},
	nothing: [
		'All done. New receipts and people with missing details appear here.',
		'Alles erledigt. Neue Belege und Personen mit fehlenden Angaben erscheinen hier.',
	],
	nothingToVerify: ['All done. New receipts appear here.', 'Alles erledigt. Neue Belege erscheinen hier.'],
	unknownQueue: ['open the company to see its receipts', 'Unternehmen öffnen, um die Belege zu sehen'],
	nothingWaits: ['nothing to review', 'nichts zu prüfen'],
	toVerify: (count: number) =>
		count === 1
			? ['1 receipt to verify', '1 Beleg zu prüfen']
			: [`${count} receipts to verify`, `${count} Belege zu prüfen`],
	proofsWait: (count: number) =>
		count === 1
			? ['1 standing expense waits for verification', '1 Dauerausgabe wartet auf die Prüfung']
			: [`${count} standing expenses wait for verification`, `${count} Dauerausgaben warten auf die Prüfung`],
	othersVerify: (count: number) =>
		count === 1
			? ['1 receipt waits for a verifier', '1 Beleg wartet auf die Prüfung']
			: [`${count} receipts wait for a verifier`, `${count} Belege warten auf die Prüfung`],
	operator: {
		title: ['The service', 'Der Dienst'],
		nothing: [
			'All done. Failed jobs, failed mails and companies without an administrator appear here.',
			'Alles erledigt. Fehlgeschlagene Aufgaben, nicht zugestellte Mails und Unternehmen ohne Administration erscheinen hier.',
		],
		fromCells: [
			'Companies with their own databases report once an hour. A line may stay for up to an hour after you solve the problem.',
			'Unternehmen mit eigener Datenbank melden sich stündlich. Nachdem Sie ein Problem gelöst haben, kann die Zeile noch bis zu eine Stunde lang erscheinen.',
		],
		jobFailed: SHARED.failed,
		noAdministrator: ['no administrator', 'keine Administration'],
		mailsFailed: (count: number) =>
			count === 1
				? ['1 mail did not arrive', '1 Mail nicht zugestellt']
				: [`${count} mails did not arrive`, `${count} Mails nicht zugestellt`],
	},
	until: (day: string) => [`until the evening of ${day}`, `bis zum Abend des ${day}`],
	late: ['late: their month is paid', 'zu spät für den eigenen Monat'],
	formerAdministrator: [
		'is the only administrator and no longer works here. The account stays open until you name another administrator.',
		'ist die einzige Administration und arbeitet nicht mehr hier. Das Konto bleibt offen, bis Sie eine andere Person benennen.',
	],
	formerEmployee: ['A former employee', 'Eine ausgeschiedene Person'],
	nameAdministrator: ['Name an administrator', 'Administration benennen'],
	requests: (count: number) =>
		count === 1
			? ['1 request about signing in is open', '1 Anfrage zur Anmeldung ist offen']
			: [`${count} requests about signing in are open`, `${count} Anfragen zur Anmeldung sind offen`],
	unproven: (count: number) =>
		count === 1
			? [
					'1 person has registered, but has not confirmed the e-mail address. Send a link',
					'1 Person hat sich registriert, aber die E-Mail-Adresse noch nicht bestätigt. Senden Sie einen Link',
				]
			: [
					`${count} people have registered, but have not confirmed their e-mail addresses. Send links`,
					`${count} Personen haben sich registriert, aber ihre E-Mail-Adressen noch nicht bestätigt. Senden Sie Links`,
				],
	orphanedKeys: (count: number) =>
		count === 1
			? [
					'1 API key whose creator has left or is no longer an administrator',
					'1 API-Schlüssel, dessen Ersteller fort oder nicht mehr in der Administration ist',
				]
			: [
					`${count} API keys whose creators have left or are no longer administrators`,
					`${count} API-Schlüssel, deren Ersteller fort oder nicht mehr in der Administration sind`,
				],
	heldMails: (count: number, day: string | null) =>
		day === null
			? [
					`At least ${count} mails wait because today’s limit of mails is used up.`,
					`Mindestens ${count} Mails warten, weil die Höchstzahl der Mails für heute erreicht ist.`,
				]
			: [
					`${count === 1 ? '1 mail waits' : `${count} mails wait`} because today’s limit of mails is used up. All will probably be sent by ${day}.`,
					`${count === 1 ? '1 Mail wartet' : `${count} Mails warten`}, weil die Höchstzahl der Mails für heute erreicht ist. Voraussichtlich bis ${day} sind alle gesendet.`,
				],
	unreached: ['did not arrive', 'nicht angekommen'],
	invitations: {
		bounced: (count) => [`${invitations(count)} came back`, einladungen(count, 'kam zurück', 'kamen zurück')],
		failed: (count) => [
			`${invitations(count)} could not be sent`,
			einladungen(count, 'ließ sich nicht senden', 'ließen sich nicht senden'),
		],
		no_carrier: (count) => [
			`${invitations(count)} not sent: no mail is set up`,
			einladungen(
				count,
				'nicht gesendet: kein Versand eingerichtet',
				'nicht gesendet: kein Versand eingerichtet',
			),
		],
	} satisfies Record<(typeof UNREACHED)[number], (count: number) => Pair>,
	lacks: {
		PERSONNEL_NUMBER: (count) => [
			`${people(count)} without a personnel number`,
			`${personen(count)} ohne Personalnummer`,
		],
		BUDGET: (count) => [`${people(count)} without a budget`, `${personen(count)} ohne Budget`],
	} satisfies Record<'PERSONNEL_NUMBER' | 'BUDGET', (count: number) => Pair>,
	handIn: (month: string, day: string) => [
		`Receipts of ${month} can be submitted until the evening of ${day}.`,
		`Belege vom ${month} können bis zum Abend des ${day} eingereicht werden.`,
	],
	handedIn: (month: string, day: string) => [
		`Receipts of ${month} could be submitted until ${day}.`,
		`Belege vom ${month} konnten bis ${day} eingereicht werden.`,
	],
	closes: (month: string, day: string) => [
		`${month} closes on the evening of ${day}`,
		`Der ${month} schließt am Abend des ${day}`,
	],
	free: (count: number) => [
		`No problems. ${count === 1 ? '1 line goes' : `${count} lines go`} to the payroll office.`,
		`Keine Probleme. ${count === 1 ? '1 Zeile geht' : `${count} Zeilen gehen`} an das Lohnbüro.`,
	],
	soFar: (count: number) =>
		count === 1 ? ['1 line so far', 'Bisher 1 Zeile'] : [`${count} lines so far`, `Bisher ${count} Zeilen`],
	held: (count: number) =>
		count === 1
			? ['1 line cannot be paid yet', '1 Zeile kann noch nicht ausgezahlt werden']
			: [`${count} lines cannot be paid yet`, `${count} Zeilen können noch nicht ausgezahlt werden`],
	undecided: (count: number, month: string) => [
		`${count === 1 ? '1 receipt' : `${count} receipts`} up to the end of ${month} not decided yet`,
		`${count === 1 ? '1 Beleg' : `${count} Belege`} bis Ende ${month} noch nicht entschieden`,
	],
	lines: (count: number) => (count === 1 ? ['1 line', '1 Zeile'] : [`${count} lines`, `${count} Zeilen`]),
	more: (count: number) => [`and ${count} more`, `und ${count} weitere`],
	lookAtMonth: ['To payroll', 'Zur Abrechnung'],
	ahead: ['In the next 30 days', 'In den nächsten 30 Tagen'],
	nothingAhead: ['No changes in the next 30 days.', 'Keine Änderungen in den nächsten 30 Tagen.'],
	kinds: CALENDAR_NAMES satisfies Record<CalendarKind, Pair>,
	setUp: {
		title: ['Before the first month', 'Vor dem ersten Monat'],
		why: [
			'This list goes away when everything is done, or the first month is closed.',
			'Diese Liste verschwindet, wenn alles erledigt oder der erste Monat geschlossen ist.',
		],
		done: ['done', 'erledigt'],
		steps: {
			PEOPLE: [
				'Create the first person, or import everybody',
				'Die erste Person anlegen, oder alle importieren',
			],
			BUDGET: ['Give somebody a budget', 'Jemandem ein Budget geben'],
			VERIFIER: ['Name somebody who verifies receipts', 'Jemanden benennen, der Belege prüft'],
			WAGE_TYPES: ['Enter the wage types of the payroll office', 'Die Lohnarten des Lohnbüros eintragen'],
			INVITATION: ['Send the first invitation', 'Die erste Einladung senden'],
		} satisfies Record<SetupStep, Pair>,
	},
});
