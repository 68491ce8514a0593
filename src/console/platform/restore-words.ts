import type { Pair } from '../../foundation/core/language.ts';
import type { MOVE_STEPS } from '../../foundation/core/moves.ts';
import { catalogue } from '../words.ts';

export const RESTORE_WORDS = catalogue({
	restore: ['Restore', 'Wiederherstellen'],
	title: ['Restore the company', 'Unternehmen wiederherstellen'],
	toTime: ['Restore to a point in time', 'Auf einen Zeitpunkt zurücksetzen'],
	now: ['Restore the company', 'Unternehmen wiederherstellen'],
	at: ['Time', 'Zeitpunkt'],
	atHint: [
		'German time, within the last 30 days. The company must have been in this database by then.',
		'Deutsche Zeit, innerhalb der letzten 30 Tage. Das Unternehmen muss damals schon in dieser Datenbank gewesen sein.',
	],
	confirmation: ['Name of the company', 'Name des Unternehmens'],
	confirm: (name: string) => [
		`To confirm, type the name of the company: ${name}`,
		`Geben Sie zur Bestätigung den Namen des Unternehmens ein: ${name}`,
	],
	backup: {
		what: [
			'The company gets the state of this backup in a new database: its records, people, receipts and settings.',
			'Das Unternehmen erhält den Stand dieser Sicherung in einer neuen Datenbank: Daten, Personen, Belege und Einstellungen.',
		],
		closed: [
			'People keep working while the backup is loaded. Then they cannot save or sign in for a few seconds.',
			'Während die Sicherung geladen wird, können alle weiterarbeiten. Danach können sie einige Sekunden lang nicht speichern und sich nicht anmelden.',
		],
	},
	time: {
		what: [
			'The database of the company goes back to the time that you enter: records, people, receipts and settings.',
			'Die Datenbank des Unternehmens wird auf den eingegebenen Zeitpunkt zurückgesetzt: Daten, Personen, Belege und Einstellungen.',
		],
		closed: [
			'People cannot save or sign in for a few seconds. API keys that were revoked since then stay revoked.',
			'Einige Sekunden lang kann niemand speichern oder sich anmelden. Seither widerrufene API-Schlüssel bleiben widerrufen.',
		],
	},
	consequences: {
		lost: [
			'Everything that happened since then is lost.',
			'Alles, was seither geschehen ist, geht verloren.',
		],
		signIns: [
			'All sign-ins and open links end. Everybody signs in again, with the password of that time.',
			'Alle Anmeldungen und offenen Links enden. Alle melden sich neu an, mit dem Passwort von damals.',
		],
		addresses: [
			'Somebody else may have taken an e-mail address or a domain since then. The restored company loses it, and the page of the restore lists it.',
			'Eine E-Mail-Adresse oder Domain kann inzwischen an andere vergeben sein. Das wiederhergestellte Unternehmen verliert sie, und die Seite der Wiederherstellung nennt sie.',
		],
		erased: [
			'People who were erased since then do not come back. The restore erases them again.',
			'Seither gelöschte Personen kommen nicht zurück. Die Wiederherstellung löscht sie erneut.',
		],
	},
	severalPeople: [
		'Some people of this company also work for another company, or administer the platform. Give these people another user for this company first. Then restore the company.',
		'Einige Personen dieses Unternehmens arbeiten auch für ein anderes oder verwalten die Plattform. Legen Sie für solche Personen zuerst ein weiteres Konto für dieses Unternehmen an. Stellen Sie das Unternehmen danach wieder her.',
	],
	started: [
		'The restore has started. It goes on by itself, so you can leave this page.',
		'Die Wiederherstellung hat begonnen. Sie läuft von selbst weiter, Sie können diese Seite verlassen.',
	],
	latest: ['Latest restore', 'Letzte Wiederherstellung'],
	loading: ['loading', 'wird geladen'],
	happens: {
		COPYING: [
			'The backup is loaded and compared while people work in the present state.',
			'Die Sicherung wird geladen und verglichen, während alle weiterarbeiten.',
		],
		CLOSED: [
			'All sign-ins end, and the company loses addresses that others have taken. People can read, but cannot save or sign in.',
			'Alle Anmeldungen enden, und das Unternehmen verliert Adressen, die inzwischen an andere vergeben sind. Lesen ist möglich, Speichern und Anmelden nicht.',
		],
		OPENED: [
			'People work with the restored state. The old rows are still to be deleted.',
			'Das Unternehmen arbeitet mit dem wiederhergestellten Stand. Die alten Zeilen werden noch gelöscht.',
		],
		DONE: ['People work with the restored state.', 'Die Wiederherstellung ist abgeschlossen.'],
		GIVEN_UP: [
			'Nothing was restored. People work in the present state as before.',
			'Es wurde nichts wiederhergestellt. Das Unternehmen arbeitet wie bisher.',
		],
	} satisfies Record<(typeof MOVE_STEPS)[number], Pair>,
	state: ['Restored state', 'Wiederhergestellter Stand'],
	loaded: ['Rows loaded', 'Geladene Zeilen'],
	released: ['Released addresses and domains', 'Freigegebene Adressen und Domains'],
	releasedHint: [
		'Somebody else has taken these since then. Give each person a new address, and invite them again.',
		'Diese sind inzwischen an andere vergeben. Geben Sie jeder Person eine neue Adresse, und laden Sie sie erneut ein.',
	],
	rights: ['Rights that were not given back', 'Nicht zurückgegebene Rechte'],
	rightsHint: [
		'These people managed other companies at that time. They lost these rights since then, and the restore did not give them back. You can do so on the page of a user.',
		'Diese Personen verwalteten damals andere Unternehmen. Seither haben sie diese Rechte verloren, und die Wiederherstellung hat sie nicht zurückgegeben. Das können Sie auf der Seite eines Benutzers tun.',
	],
	erased: ['Erased again', 'Erneut gelöscht'],
	erasedHint: [
		'Employees and users with these ids were erased after the restored state. The restore has erased them again.',
		'Beschäftigte und Benutzer mit diesen IDs wurden nach diesem Stand gelöscht. Die Wiederherstellung hat sie erneut gelöscht.',
	],
	rest: (count: string) => [`and ${count} more`, `und ${count} weitere`],
});
