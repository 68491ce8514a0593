import type { CompanyState } from '../../administration/overview/companies/rules.ts';
import type { Job } from '../../foundation/core/jobs.ts';
import type { Pair } from '../../foundation/core/language.ts';
import type { MOVE_REASONS, MOVE_STEPS } from '../../foundation/core/moves.ts';
import type { PLATFORM_KEY_OPERATIONS } from '../../foundation/core/policy.ts';
import { catalogue } from '../words.ts';

export const KEY_RIGHTS = {
	listCompanies: ['list companies', 'Unternehmen auflisten'],
	createCompany: ['create companies', 'Unternehmen anlegen'],
	readCompany: ['read a company', 'ein Unternehmen lesen'],
} satisfies Record<(typeof PLATFORM_KEY_OPERATIONS)[number], Pair>;

export const WORDS = catalogue({
	states: {
		NEW: ['has no administrator', 'ohne Administration'],
		INVITED: ['administrator invited', 'Administration eingeladen'],
		ADMINISTERED: ['administered', 'wird verwaltet'],
		UNKNOWN: ['not reported yet', 'noch nicht gemeldet'],
		LEFT: ['the only administrator has left', 'die einzige Administration ist ausgetreten'],
	} satisfies Record<CompanyState, Pair>,
	jobs: {
		settlePassedTerminations: ['Complete terminations', 'Austritte abschließen'],
		closeLeavers: ['Close accounts of former employees', 'Konten ehemaliger Mitarbeitender schließen'],
		recordMoments: ['Record beginnings and ends', 'Beginn und Ende erfassen'],
		recordExpiries: ['Record expired budgets', 'Verfallene Budgets erfassen'],
		issueDueVouchers: ['Issue vouchers', 'Gutscheine ausgeben'],
		splitAwaited: ['Split waiting meals', 'Wartende Essen aufteilen'],
		closeDueRuns: ['Close months', 'Monate abschließen'],
		submitStandingExpenses: ['Submit standing expenses', 'Dauerausgaben einreichen'],
		rejectUnmended: ['Reject uncorrected receipts', 'Nicht korrigierte Belege ablehnen'],
		applyApprovalRules: ['Apply approval rules', 'Genehmigungsregeln anwenden'],
		resealSecrets: ['Reseal secrets', 'Geheimnisse neu versiegeln'],
		checkDomains: ['Check domains', 'Domains prüfen'],
		remindPeople: ['Send reminders', 'Erinnerungen senden'],
		sendDueMails: ['Send mails', 'Mails senden'],
		clearReceipts: ['Remove receipts', 'Belege entfernen'],
		archiveHistory: ['Archive the history', 'Verlauf archivieren'],
		clearExpiredSessions: ['Remove ended sessions', 'Beendete Sitzungen entfernen'],
		clearOldKeys: ['Remove old answers and proposals', 'Alte Antworten und Vorschläge entfernen'],
		clearAccessEvents: ['Remove the old access log', 'Altes Zugriffsprotokoll entfernen'],
		clearOldUsage: ['Remove old counts', 'Alte Zählungen entfernen'],
		clearOldMails: ['Remove old mails', 'Alte Mails entfernen'],
		settleAddresses: [
			'Finish interrupted changes of addresses and companies of users',
			'Unterbrochene Änderungen von Adressen und Zuordnungen abschließen',
		],
		backUpCompanies: ['Back up companies', 'Unternehmen sichern'],
	} satisfies Record<Job, Pair>,
	platform: ['Platform', 'Plattform'],
	users: ['Users', 'Benutzer'],
	tills: ['Tills', 'Kassen'],
	requests: ['Requests', 'Anfragen'],
	keyHint: [
		'The key acts as its own user with the permissions you select. It cannot see personal data.',
		'Der Schlüssel handelt als eigener Benutzer mit den Rechten, die Sie auswählen. Personenbezogene Daten sieht er nicht.',
	],
	runs: ['Cron and queues', 'Cron und Warteschlangen'],
	parts: ['Parts of the platform', 'Teile der Plattform'],
	since: ['Since', 'Seit'],
	noCompanies: ['No companies yet. Create the first one.', 'Noch keine Unternehmen. Legen Sie das erste an.'],
	create: ['Create company', 'Unternehmen anlegen'],
	sandbox: ['Sandbox', 'Sandbox'],
	sandboxHint: [
		'A sandbox is only for trying things out. It has its own clock, and no mail leaves it. This cannot be changed later.',
		'Eine Sandbox ist nur zum Ausprobieren. Sie hat eine eigene Uhr, und keine Mail verlässt sie. Das lässt sich später nicht ändern.',
	],
	payrollReferenceDayHint: [
		'1 to 28. The previous month can change until the evening of this day.',
		'1 bis 28. Der Vormonat kann sich bis zum Abend dieses Tages ändern.',
	],
	administrators: ['Administrators and verifiers', 'Administration und Belegprüfung'],
	noAdministrators: [
		'Nobody manages this company yet. Invite its first administrator.',
		'Noch verwaltet niemand dieses Unternehmen. Laden Sie die erste Person ein.',
	],
	handOver: ['Invite an administrator', 'Administration einladen'],
	handOverHint: [
		'We send a mail with a link to this address. The person sets a password and then manages the company.',
		'Wir senden eine Mail mit einem Link an diese Adresse. Die Person legt ein Passwort fest und verwaltet dann das Unternehmen.',
	],
	handOverKept: [
		'The mail with the link stays in the sandbox. You find it under Company → Mails.',
		'Die Mail mit dem Link bleibt in der Sandbox. Sie finden sie unter Unternehmen → Mails.',
	],
	backups: ['Backups', 'Sicherungen'],
	backupDate: ['Night', 'Nacht'],
	rows: ['Rows', 'Zeilen'],
	files: ['Files', 'Dateien'],
	noBackups: [
		'No backups yet. The first one is made in the night after the company was created.',
		'Noch keine Sicherungen. Die erste entsteht in der Nacht nach dem Anlegen des Unternehmens.',
	],
	backupsHint: [
		'A backup is made each night if something has changed since the last one. The backups show the company on each of the last 30 nights.',
		'Jede Nacht entsteht eine Sicherung, wenn sich seit der letzten etwas geändert hat. Die Sicherungen zeigen das Unternehmen in jeder der letzten 30 Nächte.',
	],
	companyHistory: ['History of the company', 'Verlauf des Unternehmens'],
	peopleOf: ['People of the company', 'Mitarbeitende des Unternehmens'],
	q: ['The address begins with', 'Die Adresse beginnt mit'],
	nobody: [
		'No address begins with these letters. Enter fewer letters.',
		'Keine Adresse beginnt mit diesen Buchstaben. Geben Sie weniger ein.',
	],
	rolesAndCompanies: ['Roles and companies', 'Rollen und Unternehmen'],
	manageableCompanyIds: ['Manages', 'Verwaltet'],
	give: ['Let a user manage the company', 'Unternehmen einem Benutzer zuordnen'],
	giveHint: [
		'For people who already sign in to this service. Invite anyone else on the page of the company.',
		'Für Personen, die sich hier bereits anmelden. Alle anderen laden Sie auf der Seite des Unternehmens ein.',
	],
	giveTo: (user: string, company: string) => [`Let ${user} manage ${company}`, `${company} ${user} zuordnen`],
	noCompany: ['no company', 'kein Unternehmen'],
	hasCompany: (user: string) => [
		`${user} already manages this company.`,
		`${user} verwaltet dieses Unternehmen bereits.`,
	],
	toUser: ['Open the user', 'Benutzer öffnen'],
	rolesHoldForAll: [
		'Roles apply to all companies of a user. A role that you add or remove here changes for the other companies too.',
		'Rollen gelten für alle Unternehmen eines Benutzers. Was Sie hier hinzufügen oder entfernen, ändert sich auch für die anderen Unternehmen.',
	],
	isUser: ['A user already has this address.', 'Ein Benutzer hat diese Adresse bereits.'],
	moreCompanies: [
		'To add a company, open the page of that company.',
		'Ein weiteres Unternehmen fügen Sie auf der Seite dieses Unternehmens hinzu.',
	],
	employedBy: ['Employee of', 'Beschäftigt bei'],
	toPerson: ['Open the person', 'Person öffnen'],
	view: ['View as this user', 'Als diese Person ansehen'],
	viewHint: [
		'For one hour you see what this user sees. You cannot change anything. The history records that you looked.',
		'Sie sehen eine Stunde lang, was diese Person sieht. Sie können nichts ändern. Der Verlauf hält fest, dass Sie nachgesehen haben.',
	],
	cells: ['Databases', 'Datenbanken'],
	noCells: [
		'Companies with a database of their own appear here. Use one for a company with more than 20,000 employees, or when the shared database holds 7 GB. You can move a company on its page.',
		'Hier erscheinen Unternehmen mit eigener Datenbank. Verwenden Sie eine für ein Unternehmen mit mehr als 20.000 Mitarbeitenden, oder wenn die gemeinsame Datenbank 7 GB groß ist. Auf der Seite eines Unternehmens können Sie es umziehen.',
	],
	cellsHint: [
		'Each database holds 10 GB. The figures are from its last run, which is at most a day ago.',
		'Jede Datenbank fasst 10 GB. Die Angaben stammen aus ihrem letzten Lauf, der höchstens einen Tag zurückliegt.',
	],
	size: ['Size', 'Größe'],
	schema: ['Schema', 'Schema'],
	database: ['Database', 'Datenbank'],
	lateBy: (hours: string) => [`${hours} h late`, `${hours} Std. verspätet`],
	nearlyFull: ['nearly full', 'fast voll'],
	nearlyFullHint: [
		'A database on this page holds 7 GB or more. At 10 GB, every write fails. Erase former employees whose retention has ended, and shorten the retention. Put new employees into a second company.',
		'Eine Datenbank auf dieser Seite ist 7 GB groß oder größer. Ab 10 GB schlägt jedes Speichern fehl. Löschen Sie ehemalige Mitarbeitende, deren Aufbewahrungsfrist abgelaufen ist, und verkürzen Sie die Frist. Legen Sie neue Mitarbeitende in einem zweiten Unternehmen an.',
	],
	job: ['Job', 'Aufgabe'],
	lastRun: ['Last run', 'Letzter Lauf'],
	handled: ['Handled', 'Erledigt'],
	waiting: ['Waiting', 'Wartet'],
	waitingSince: (time: string) => [`since ${time}`, `seit ${time}`],
	never: ['not yet', 'noch nie'],
	done: ['done', 'erfolgreich'],
	succeeded: (time: string) => [`last success ${time}`, `zuletzt erfolgreich ${time}`],
	accessOrder: [
		'The shared database comes first, then each company with its own database, the newest entries of each first.',
		'Zuerst kommt die gemeinsame Datenbank, dann jedes Unternehmen mit eigener Datenbank, jeweils die neuesten Einträge zuerst.',
	],
	runsHint: [
		'The cron runs every hour. If the last run of a job is older, check the log.',
		'Der Cron läuft jede Stunde. Ist der letzte Lauf einer Aufgabe älter, prüfen Sie das Protokoll.',
	],
});

export const MOVE_WORDS = catalogue({
	toOwn: ['Move to a database of its own', 'In eine eigene Datenbank umziehen'],
	toNew: ['Move to a new database', 'In eine neue Datenbank umziehen'],
	databaseOf: ['Database of the company', 'Datenbank des Unternehmens'],
	consequences: {
		what: [
			'The records of the company, its people and their sign-ins move to a new database. Sessions, API keys and links stay valid.',
			'Die Daten des Unternehmens, seine Personen und ihre Anmeldungen ziehen in eine neue Datenbank um. Sitzungen, API-Schlüssel und Links bleiben gültig.',
		],
		closed: [
			'People keep working during the move. At its end they can read, but cannot save or sign in. This takes a few seconds with 1,000 employees, and about a minute with 20,000. Move large companies at night.',
			'Während des Umzugs können alle weiterarbeiten. Am Ende können sie nur lesen. Speichern und Anmelden sind dann nicht möglich. Das dauert einige Sekunden bei 1.000 Mitarbeitenden und etwa eine Minute bei 20.000. Ziehen Sie große Unternehmen nachts um.',
		],
	},
	fromShared: [
		'The company cannot move back into the shared database. Its rows there are deleted a minute after the switch.',
		'Das Unternehmen kann nicht in die gemeinsame Datenbank zurückkehren. Seine Zeilen dort werden eine Minute nach dem Wechsel gelöscht.',
	],
	fromOwn: [
		'The company cannot move back into its present database, which keeps the old rows for 7 days. The company can move to a new database again.',
		'Das Unternehmen kann nicht in seine jetzige Datenbank zurückkehren. Die alten Zeilen bleiben dort noch 7 Tage erhalten. Das Unternehmen kann wieder in eine neue Datenbank umziehen.',
	],
	now: ['Move the company', 'Unternehmen umziehen'],
	started: [
		'The move has started. It goes on by itself, so you can leave this page.',
		'Der Umzug hat begonnen. Er läuft von selbst weiter, Sie können diese Seite verlassen.',
	],
	severalPeople: [
		'An administrator of this company is an employee of another one, or administers the platform. Give these people another user for this company first. Then move the company.',
		'Eine Person verwaltet dieses Unternehmen und ist in einem anderen beschäftigt oder verwaltet die Plattform. Legen Sie für solche Personen zuerst ein weiteres Konto für dieses Unternehmen an. Ziehen Sie das Unternehmen danach um.',
	],
	latest: ['Latest move', 'Letzter Umzug'],
	step: ['Step', 'Schritt'],
	steps: {
		COPYING: ['copying', 'wird kopiert'],
		CLOSED: ['closed', 'geschlossen'],
		OPENED: ['open', 'geöffnet'],
		DONE: ['finished', 'abgeschlossen'],
		GIVEN_UP: ['given up', 'abgebrochen'],
	} satisfies Record<(typeof MOVE_STEPS)[number], Pair>,
	happens: {
		COPYING: [
			'The rows are copied while people work.',
			'Die Zeilen werden kopiert, während alle weiterarbeiten.',
		],
		CLOSED: [
			'The last changes are copied and all rows are compared. People can read, but cannot save or sign in.',
			'Die letzten Änderungen werden kopiert und alle Zeilen verglichen. Lesen ist möglich, Speichern und Anmelden nicht.',
		],
		OPENED: [
			'People work in the new database. The old rows are still to be deleted.',
			'Das Unternehmen arbeitet in der neuen Datenbank. Die alten Zeilen werden noch gelöscht.',
		],
		DONE: [
			'People work in the new database. The old rows are deleted.',
			'Das Unternehmen arbeitet in der neuen Datenbank. Die alten Zeilen sind gelöscht.',
		],
		GIVEN_UP: [
			'People work in the old database as before, and the copy is deleted. Fix the cause, then start the move again.',
			'Das Unternehmen arbeitet wie bisher in der alten Datenbank, die Kopie ist gelöscht. Beheben Sie die Ursache, und starten Sie den Umzug dann erneut.',
		],
	} satisfies Record<(typeof MOVE_STEPS)[number], Pair>,
	rows: ['Rows compared', 'Verglichene Zeilen'],
	copied: ['Rows copied', 'Kopierte Zeilen'],
	partsLeft: ['Parts left', 'Verbleibende Teile'],
	leftOf: (left: string, all: string) => [`${left} of ${all}`, `${left} von ${all}`],
	startedAt: ['Started', 'Begonnen'],
	closedAt: ['Closed', 'Geschlossen'],
	openedAt: ['Opened', 'Geöffnet'],
	closedFor: ['Closed for', 'Dauer der Schließung'],
	seconds: (seconds: string) => [`${seconds} s`, `${seconds} s`],
	endedAt: ['Ended', 'Beendet'],
	reason: ['Reason', 'Grund'],
	reasons: {
		SEVERAL_DATABASES: [
			'An administrator of this company is an employee of another one, or administers the platform.',
			'Eine Person verwaltet dieses Unternehmen und ist in einem anderen beschäftigt oder verwaltet die Plattform.',
		],
		CLOSED_TOO_LONG: [
			'A step failed until the company had been closed for 10 minutes. The log of the service has the error.',
			'Ein Schritt schlug fehl, bis das Unternehmen 10 Minuten lang geschlossen war. Der Fehler steht im Protokoll des Dienstes.',
		],
		BACKUP_DAMAGED: [
			'The backup is damaged: rows or files differ from their hashes. Restore another backup.',
			'Die Sicherung ist beschädigt: Zeilen oder Dateien passen nicht zu ihren Prüfsummen. Stellen Sie eine andere Sicherung wieder her.',
		],
		NO_POINT_IN_TIME: [
			'The database cannot go back to this time. Restore a backup.',
			'Die Datenbank lässt sich nicht auf diesen Zeitpunkt zurücksetzen. Stellen Sie eine Sicherung wieder her.',
		],
	} satisfies Record<(typeof MOVE_REASONS)[number], Pair>,
	refresh: ['Refresh', 'Aktualisieren'],
});
