import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	noKeys: [
		'No keys yet. Create one for each program, so that you can revoke each on its own.',
		'Noch keine Schlüssel. Erstellen Sie für jedes Programm einen eigenen, damit Sie jeden einzeln widerrufen können.',
	],
	makeKey: ['New key for a program', 'Neuer Schlüssel für ein Programm'],
	keyHint: [
		'The key acts as its own user in this company, with the permissions you select.',
		'Der Schlüssel handelt als eigener Benutzer in diesem Unternehmen, mit den Rechten, die Sie auswählen.',
	],
	name: ['Purpose', 'Zweck'],
	nameHint: ['For example “HR synchronisation”', 'Zum Beispiel „Abgleich mit der Personalabteilung“'],
	rights: ['Permissions', 'Rechte'],
	single: ['Single operations', 'Einzelne Operationen'],
	operations: [
		'Further operations, by their names in the API',
		'Weitere Operationen mit ihren Namen in der API',
	],
	dateExpires: ['Valid until the evening of', 'Gültig bis zum Abend des'],
	dateExpiresHint: ['If empty, the key does not expire.', 'Wenn leer, läuft der Schlüssel nicht ab.'],
	make: ['Create key', 'Schlüssel erstellen'],
	newKey: ['New key', 'Neuer Schlüssel'],
	scimToken: ['Token for SCIM', 'Token für SCIM'],
	shownOnce: [
		'Copy it now and keep it like a password. We do not store it and cannot show it again.',
		'Kopieren Sie ihn jetzt und bewahren Sie ihn wie ein Passwort auf. Wir speichern ihn nicht und können ihn nicht noch einmal anzeigen.',
	],
	kept: ['I have copied it', 'Ich habe ihn kopiert'],
	made: ['created on', 'erstellt am'],
	by: ['by', 'von'],
	operator: ['the operator of this service', 'dem Betreiber dieses Dienstes'],
	creators: {
		CLOSED: ['its creator is closed', 'Ersteller geschlossen'],
		DEMOTED: ['its creator is no longer an administrator', 'Ersteller nicht mehr in der Administration'],
	},
	unused: ['never used', 'nie benutzt'],
	until: (day: string) => [`valid until ${day}`, `gültig bis ${day}`],
	allowed: (count: number) =>
		count === 1 ? ['one operation', 'eine Operation'] : [`${count} operations`, `${count} Operationen`],
	revoke: ['Revoke', 'Widerrufen'],
	revokeHint: [
		'The program loses access within ten seconds. This cannot be undone.',
		'Das Programm verliert innerhalb von zehn Sekunden den Zugriff. Das lässt sich nicht rückgängig machen.',
	],
	compromisedHint: [
		'If somebody else may have the key, this also ends what it began, such as open proposals and unused invitations. You then see what ended.',
		'Wenn jemand anderes den Schlüssel haben könnte, beendet das auch, was er begonnen hat, etwa offene Vorschläge und unbenutzte Einladungen. Danach sehen Sie, was beendet wurde.',
	],
	rotated: ['Revoke: it was replaced', 'Widerrufen: er wurde ersetzt'],
	compromised: ['Revoke: somebody else may have it', 'Widerrufen: jemand anderes könnte ihn haben'],
	wasCompromised: ['Did somebody else have it?', 'Hatte ihn jemand anderes?'],
	endInvitations: ['End what it began', 'Beenden, was er begonnen hat'],
	ended: ['What the key began', 'Was der Schlüssel begonnen hat'],
	endedHint: [
		'The links and codes of these people no longer work. Invite them again.',
		'Die Links und Codes dieser Personen gelten nicht mehr. Laden Sie sie neu ein.',
	],
	toKeys: ['To the API keys', 'Zu den API-Schlüsseln'],
	revoked: ['revoked', 'widerrufen'],
	expired: ['expired', 'abgelaufen'],
	unreleased: ['waits for a release', 'wartet auf Freigabe'],
	scim: ['People from an identity provider (SCIM)', 'Mitarbeitende aus einem Identitätsanbieter (SCIM)'],
	scimHint: [
		'Entra, Okta and other identity providers create, update and close users automatically. They need this address and a token.',
		'Entra, Okta und andere Identitätsanbieter legen Benutzer automatisch an, ändern und schließen sie. Sie brauchen diese Adresse und ein Token.',
	],
	scimAddress: ['Address', 'Adresse'],
	makeScim: ['Create token', 'Token erstellen'],
	invitations: ['Invitations from the identity provider', 'Einladungen aus dem Identitätsanbieter'],
	inviteFromDirectory: [
		'Invite people as soon as the identity provider creates them',
		'Personen einladen, sobald der Identitätsanbieter sie anlegt',
	],
	inviteFromDirectoryHint: [
		'Leave it off for the first cycle, which may create thousands of people. Invite them later under People.',
		'Lassen Sie es beim ersten Durchlauf aus, der Tausende Personen anlegen kann. Laden Sie sie später unter „Mitarbeitende“ ein.',
	],
});
