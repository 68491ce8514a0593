import type { Pair } from '../../core/language.ts';
import { catalogue } from '../words.ts';
import type { Right } from './rights.ts';

export const WORDS = catalogue({
	keys: ['Keys', 'Schlüssel'],
	noKeys: [
		'There is no key yet. Make one for each program, so that each can be revoked alone.',
		'Es gibt noch keinen Schlüssel. Erstellen Sie für jedes Programm einen eigenen, damit sich jeder einzeln widerrufen lässt.',
	],
	makeKey: ['A key for a program', 'Ein Schlüssel für ein Programm'],
	keyHint: [
		'It acts as a user of its own in this company, and may do what you choose.',
		'Er handelt als eigener Zugang in dieser Firma und darf, was Sie auswählen.',
	],
	name: ['For what', 'Wofür'],
	nameHint: ['Such as “HR synchronisation”', 'Zum Beispiel „Abgleich mit der Personalabteilung“'],
	rights: ['It may', 'Er darf'],
	rightNames: {
		readPeople: ['see people', 'Mitarbeitende sehen'],
		changePeople: ['create, change and invite people', 'Mitarbeitende anlegen, ändern und einladen'],
		readBenefits: ['see budgets, vouchers and balances', 'Budgets, Gutscheine und Guthaben sehen'],
		changeBenefits: ['change budgets and vouchers', 'Budgets und Gutscheine ändern'],
		readExpenses: ['see expenses and receipts', 'Ausgaben und Belege sehen'],
		changeExpenses: ['hand in expenses and receipts', 'Ausgaben und Belege einreichen'],
		readPayroll: ['see payroll and fetch its files', 'Abrechnung sehen und ihre Dateien holen'],
		changePayroll: [
			'close months, correct lines, set wage types',
			'Monate abschließen, Zeilen berichtigen, Lohnarten setzen',
		],
		readRecords: ['see company, calendar, history and mails', 'Firma, Kalender, Verlauf und Mails sehen'],
	} satisfies Record<Right, Pair>,
	single: ['Single operations', 'Einzelne Operationen'],
	singleHint: ['Besides, by their names in the API', 'Außerdem, unter ihren Namen in der API'],
	expires: ['Good until the evening of', 'Gültig bis zum Abend des'],
	expiresHint: ['Empty, it is good until somebody revokes it.', 'Leer: bis zum Widerruf.'],
	make: ['Make the key', 'Schlüssel erstellen'],
	newKey: ['New key', 'Neuer Schlüssel'],
	scimToken: ['Token for SCIM', 'Token für SCIM'],
	shownOnce: [
		'Copy it now and keep it like a password. It is stored nowhere and not shown again.',
		'Kopieren Sie das jetzt, und heben Sie es auf wie ein Passwort. Es ist nirgends gespeichert und wird nicht noch einmal gezeigt.',
	],
	kept: ['I have kept it', 'Ich habe es aufgehoben'],
	made: ['made on', 'gemacht am'],
	unused: ['never used', 'nie benutzt'],
	used: (time: string) => [`last used ${time}`, `zuletzt benutzt ${time}`],
	until: (day: string) => [`good until ${day}`, `gültig bis ${day}`],
	allowed: (count: number) =>
		count === 1 ? ['one operation', 'eine Operation'] : [`${count} operations`, `${count} Operationen`],
	revoke: ['Revoke', 'Widerrufen'],
	revokeHint: [
		'The program is refused within ten seconds. This cannot be taken back.',
		'Das Programm wird in zehn Sekunden abgelehnt. Das lässt sich nicht zurücknehmen.',
	],
	revokeNow: ['Revoke the key', 'Schlüssel widerrufen'],
	revoked: ['revoked', 'widerrufen'],
	expired: ['expired', 'abgelaufen'],
	scim: ['People from an identity provider (SCIM)', 'Mitarbeitende aus einem Identitätsanbieter (SCIM)'],
	scimHint: [
		'Entra, Okta and others create, change and close people by themselves. They need this address and a token.',
		'Entra, Okta und andere legen Mitarbeitende selbst an, ändern sie und schließen ihren Zugang. Sie brauchen diese Adresse und ein Token.',
	],
	scimAddress: ['Address', 'Adresse'],
	makeScim: ['Make a token', 'Token erstellen'],
});
