import type { Pair } from '../../../foundation/core/language.ts';
import type { MailKind } from '../rules.ts';

/** The text of one kind of mail. Names in braces are replaced by facts. */
export interface Text {
	subject: Pair;
	/** The path of the linked page, with facts in braces. In the body, `{link}` is the place of the link. */
	page?: string;
	button?: Pair;
	/** Each line is a paragraph. A paragraph with a missing fact is left out. */
	body: Pair;
}

const TO_STANDING = {
	page: '/console/benefits/standing/{standingExpenseId}',
	button: ['Open the standing expense', 'Dauerausgabe öffnen'],
} as const satisfies Partial<Text>;

export const TEXTS: Record<MailKind, Text> = {
	invitation: {
		subject: ['Invitation from {company}', 'Einladung von {company}'],
		page: '/console/registration',
		button: ['Set up your account', 'Konto einrichten'],
		body: [
			`{company} has created an account for your benefits.
			Choose a password to sign in:
			{link}
			If the page asks for a code, enter {code}.
			Link and code are valid for 7 days and work once. After that, you can request a new one on the same page.
			If you did not expect this invitation, delete this message.`,
			`{company} hat für Sie ein Konto für Ihre Benefits angelegt.
			Wählen Sie ein Passwort, um sich anzumelden:
			{link}
			Wenn die Seite nach einem Code fragt, geben Sie {code} ein.
			Link und Code gelten 7 Tage und nur einmal. Danach können Sie auf derselben Seite einen neuen anfordern.
			Wenn Sie diese Einladung nicht erwartet haben, löschen Sie diese Nachricht.`,
		],
	},
	password_reset: {
		subject: ['Choose a new password', 'Neues Passwort wählen'],
		page: '/console/new-password',
		button: ['Choose a new password', 'Neues Passwort wählen'],
		body: [
			`A new password was requested for your account. You can choose it here:
			{link}
			If the page asks for a code, enter {code}.
			Link and code {validity}.
			If you did not request this, delete this message. Your password does not change.`,
			`Für Ihr Konto wurde ein neues Passwort angefordert. Hier können Sie es wählen:
			{link}
			Wenn die Seite nach einem Code fragt, geben Sie {code} ein.
			Link und Code gelten {validity}.
			Wenn Sie das nicht angefordert haben, löschen Sie diese Nachricht. Ihr Passwort bleibt unverändert.`,
		],
	},
	password_reset_rests: {
		subject: ['No new password by mail for now', 'Vorerst kein neues Passwort per Mail'],
		body: [
			`A new password was requested for your account at {company}.
			Until {restUntil}, the password cannot be reset by mail, because somebody else has changed how you sign in.
			Your present password still works, unless you have just undone a change of your address. You can request a new one after this time.
			If you did not request this, inform your administrator.`,
			`Für Ihr Konto bei {company} wurde ein neues Passwort angefordert.
			Bis {restUntil} lässt sich das Passwort nicht per Mail zurücksetzen, weil jemand anderes Ihre Anmeldung geändert hat.
			Ihr bisheriges Passwort gilt weiterhin, außer Sie haben gerade eine Änderung Ihrer Adresse rückgängig gemacht. Danach können Sie ein neues anfordern.
			Wenn Sie das nicht angefordert haben, informieren Sie Ihre Administration.`,
		],
	},
	password_changed: {
		subject: ['Your password was changed', 'Ihr Passwort wurde geändert'],
		body: [
			`The password of your account has just been changed. You were signed out on all other devices.
			If this was not you, request a new password immediately and inform your administrator.`,
			`Das Passwort Ihres Kontos wurde soeben geändert. Sie wurden auf allen anderen Geräten abgemeldet.
			Wenn Sie das nicht waren, fordern Sie sofort ein neues Passwort an und informieren Sie Ihre Administration.`,
		],
	},
	password_reset_unproven: {
		subject: ['No new password by mail', 'Kein neues Passwort per Mail'],
		body: [
			`A new password was requested for an account with this e-mail address.
			The address has not been confirmed for this account, so its password cannot be reset by mail.
			If the account is yours, ask your administrator. The operator of the service can set a new password.
			If you have no such account, somebody else has used your address. You do not need to do anything.
			We send this message at most once a day.`,
			`Für ein Konto mit dieser E-Mail-Adresse wurde ein neues Passwort angefordert.
			Die Adresse wurde für dieses Konto noch nicht bestätigt. Deshalb lässt sich sein Passwort nicht per Mail zurücksetzen.
			Wenn das Konto Ihnen gehört, wenden Sie sich an Ihre Administration. Der Betreiber des Dienstes kann ein neues Passwort setzen.
			Wenn Sie kein solches Konto haben, hat jemand anderes Ihre Adresse verwendet. Sie müssen nichts tun.
			Diese Nachricht senden wir höchstens einmal am Tag.`,
		],
	},
	proof_requested: {
		subject: ['Confirm your e-mail address', 'E-Mail-Adresse bestätigen'],
		page: '/console/own-address',
		button: ['Confirm this address', 'Diese Adresse bestätigen'],
		body: [
			`An account at {company} uses this e-mail address. Please confirm that it is yours:
			{link}
			If the page asks for a code, enter {code}.
			The page asks for the password of the account, or a code of its second factor. Do not enter a password if you have no such account.
			Link and code are valid for 7 days and work once. Confirming signs the account out on all devices.
			New roles and companies of the account then take effect.
			If you did not expect this, delete this message. Nothing changes then.`,
			`Ein Konto bei {company} verwendet diese E-Mail-Adresse. Bitte bestätigen Sie, dass es Ihre ist:
			{link}
			Wenn die Seite nach einem Code fragt, geben Sie {code} ein.
			Die Seite fragt nach dem Passwort des Kontos oder einem Code seines zweiten Faktors. Geben Sie kein Passwort ein, wenn Sie kein solches Konto haben.
			Link und Code gelten 7 Tage und nur einmal. Mit der Bestätigung wird das Konto auf allen Geräten abgemeldet.
			Neue Rollen und Unternehmen des Kontos gelten erst danach.
			Wenn Sie das nicht erwartet haben, löschen Sie diese Nachricht. Dann ändert sich nichts.`,
		],
	},
	rights_gained: {
		subject: ['Your account has new rights', 'Ihr Konto hat neue Rechte'],
		page: '/console/account',
		button: ['Open your account', 'Konto öffnen'],
		body: [
			`Your account at {company} has new roles or companies. You were signed out on all devices. Sign in again to use them:
			{link}
			If you did not expect this, inform your administrator.`,
			`Ihr Konto bei {company} hat neue Rollen oder Unternehmen. Sie wurden auf allen Geräten abgemeldet. Melden Sie sich neu an, um sie zu nutzen:
			{link}
			Wenn Sie das nicht erwartet haben, informieren Sie Ihre Administration.`,
		],
	},
	rights_given: {
		subject: ['New rights at {company}', 'Neue Rechte bei {company}'],
		page: '/console/history',
		button: ['Open the history', 'Verlauf öffnen'],
		body: [
			`Somebody at {company} has new roles, or now manages the company. The history names both people:
			{link}
			If this is not right, remove the new rights and inform the operator.`,
			`Jemand hat bei {company} neue Rollen oder verwaltet jetzt das Unternehmen. Der Verlauf nennt beide Personen:
			{link}
			Wenn das nicht richtig ist, entziehen Sie die neuen Rechte und informieren Sie den Betreiber.`,
		],
	},
	password_ended: {
		subject: ['Your password is no longer valid', 'Ihr Passwort gilt nicht mehr'],
		body: [
			`You have signed in to {company} with your company account for the first time.
			Until then, somebody else could have used it, because it was registered with a printed code or with a link that was handed over.
			Its earlier password, second factor, devices for push messages and address for receipts have ended. Set up again what you need.
			If this was not you, inform your administrator immediately.`,
			`Sie haben sich bei {company} zum ersten Mal mit Ihrem Unternehmenskonto angemeldet.
			Bis dahin hätte jemand anderes es nutzen können, weil es mit einem gedruckten Code oder einem ausgehändigten Link registriert wurde.
			Das frühere Passwort, der zweite Faktor, Geräte für Push-Nachrichten und die Adresse für Belege gelten nicht mehr. Richten Sie neu ein, was Sie brauchen.
			Wenn Sie das nicht waren, informieren Sie sofort Ihre Administration.`,
		],
	},
	address_confirmation: {
		subject: ['Confirm your new e-mail address', 'Neue E-Mail-Adresse bestätigen'],
		page: '/console/new-address',
		button: ['Confirm this address', 'Diese Adresse bestätigen'],
		body: [
			`The e-mail address of an account at {company} is to be changed to this address. Please confirm it here:
			{link}
			If the page asks for a code, enter {code}.
			Link and code are valid for 24 hours and work once. The change signs the account out on all devices.
			If you did not expect this, delete this message. Nothing changes then.`,
			`Die E-Mail-Adresse eines Kontos bei {company} soll auf diese Adresse geändert werden. Bitte bestätigen Sie sie hier:
			{link}
			Wenn die Seite nach einem Code fragt, geben Sie {code} ein.
			Link und Code gelten 24 Stunden und nur einmal. Mit der Änderung wird das Konto auf allen Geräten abgemeldet.
			Wenn Sie das nicht erwartet haben, löschen Sie diese Nachricht. Dann ändert sich nichts.`,
		],
	},
	address_proof: {
		subject: ['Confirm your new e-mail address', 'Neue E-Mail-Adresse bestätigen'],
		page: '/console/new-address',
		button: ['Confirm this address', 'Diese Adresse bestätigen'],
		body: [
			`An administrator of {company} wants this to be the e-mail address of an account. If it is your account, confirm the address here:
			{link}
			If the page asks for a code, enter {code}.
			Enter your present password or a code of your second factor there. Otherwise, the old mailbox or a second administrator must agree.
			Link and code are valid for 24 hours. The change signs the account out on all devices.
			If you did not expect this, delete this message. Nothing changes then.`,
			`Die Administration von {company} möchte diese E-Mail-Adresse für ein Konto eintragen. Wenn es Ihr Konto ist, bestätigen Sie sie hier:
			{link}
			Wenn die Seite nach einem Code fragt, geben Sie {code} ein.
			Geben Sie dort Ihr bisheriges Passwort oder einen Code Ihres zweiten Faktors ein. Andernfalls muss das alte Postfach oder eine zweite Person aus der Administration zustimmen.
			Link und Code gelten 24 Stunden. Mit der Änderung wird das Konto auf allen Geräten abgemeldet.
			Wenn Sie das nicht erwartet haben, löschen Sie diese Nachricht. Dann ändert sich nichts.`,
		],
	},
	address_agreement: {
		subject: ['Is your e-mail address to change?', 'Soll sich Ihre E-Mail-Adresse ändern?'],
		page: '/console/address-agreement',
		button: ['Agree or refuse', 'Zustimmen oder ablehnen'],
		body: [
			`An administrator of {company} has asked to change the e-mail address of your account to {newEmail}.
			You keep this address until the new one is confirmed and you or a second administrator have agreed. Agree or refuse here:
			{link}
			If the page asks for a code, enter {code}.
			Link and code are valid for 7 days. If this is not right, refuse it and inform another administrator.`,
			`Die Administration von {company} möchte die E-Mail-Adresse Ihres Kontos auf {newEmail} ändern.
			Sie behalten diese Adresse, bis die neue bestätigt ist und Sie oder eine zweite Person aus der Administration zugestimmt haben. Hier können Sie zustimmen oder ablehnen:
			{link}
			Wenn die Seite nach einem Code fragt, geben Sie {code} ein.
			Link und Code gelten 7 Tage. Wenn das nicht richtig ist, lehnen Sie ab und informieren Sie eine andere Person aus der Administration.`,
		],
	},
	address_set: {
		subject: ['Your account has a new e-mail address', 'Ihr Konto hat eine neue E-Mail-Adresse'],
		page: '/console/account',
		button: ['Open your account', 'Konto öffnen'],
		body: [
			`From now on, {newEmail} is the e-mail address of your account at {company}. Sign in with it and with your present password.
			Until {restUntil}, the password cannot be reset by mail.
			If this is not right, you can undo the change in your account within 7 days:
			{link}`,
			`Ab jetzt ist {newEmail} die E-Mail-Adresse Ihres Kontos bei {company}. Melden Sie sich mit ihr und Ihrem bisherigen Passwort an.
			Bis {restUntil} lässt sich das Passwort nicht per Mail zurücksetzen.
			Wenn das nicht richtig ist, können Sie die Änderung innerhalb von 7 Tagen in Ihrem Konto rückgängig machen:
			{link}`,
		],
	},
	address_stopped: {
		subject: [
			'A change of your e-mail address was undone',
			'Eine Änderung Ihrer E-Mail-Adresse wurde rückgängig gemacht',
		],
		body: [
			`The change of your e-mail address at {company} was undone. The address of your account is {email} again.
			All sessions have ended. The password has not changed. For 72 hours, it cannot be reset by mail.
			If this is not right, inform your administrator.`,
			`Die Änderung Ihrer E-Mail-Adresse bei {company} wurde rückgängig gemacht. Die Adresse Ihres Kontos ist wieder {email}.
			Alle Sitzungen sind beendet. Das Passwort ist unverändert. 72 Stunden lang lässt es sich nicht per Mail zurücksetzen.
			Wenn das nicht richtig ist, informieren Sie Ihre Administration.`,
		],
	},
	identity_change_asked: {
		subject: [
			'A new e-mail address waits for your release',
			'Eine neue E-Mail-Adresse wartet auf Ihre Freigabe',
		],
		page: '/console/team/requests',
		button: ['Open the requests', 'Anfragen öffnen'],
		body: [
			`Somebody has asked to change the e-mail address {person} to {newEmail}.
			Ask the person whether this is right, but not by mail. Then release the request or cancel it:
			{link}`,
			`Jemand möchte die E-Mail-Adresse {person} in {newEmail} ändern.
			Fragen Sie die Person, ob das richtig ist, aber nicht per Mail. Geben Sie die Anfrage dann frei, oder brechen Sie sie ab:
			{link}`,
		],
	},
	identity_released: {
		subject: ['The e-mail address {person} was changed', 'Die E-Mail-Adresse {person} wurde geändert'],
		page: '/console/team/requests',
		button: ['Open the requests', 'Anfragen öffnen'],
		body: [
			`The e-mail address {person} was changed to {newEmail}. A second administrator or the operator released this.
			Until {restUntil}, the password cannot be reset by mail.
			If this is not right, you can undo the change within 7 days:
			{link}`,
			`Die E-Mail-Adresse {person} wurde in {newEmail} geändert. Eine zweite Person aus der Administration oder der Betreiber hat das freigegeben.
			Bis {restUntil} lässt sich das Passwort nicht per Mail zurücksetzen.
			Wenn das nicht richtig ist, können Sie die Änderung innerhalb von 7 Tagen rückgängig machen:
			{link}`,
		],
	},
	release_asked: {
		subject: ['A release waits for you', 'Eine Freigabe wartet auf Sie'],
		page: '/console/team/requests',
		button: ['Open the requests', 'Anfragen öffnen'],
		body: [
			`Somebody has set the identity provider {provider}. Until a second person releases it, it signs in nobody who has registered.
			Somebody has verified the e-mail domain {domain}. Until a second person releases it, the identity provider signs in nobody there who has registered.
			Somebody has created the API key “{directory}” for a directory. Until a second person releases it, it moves no e-mail address of a registered person by itself.
			Somebody has asked for a printed code for {code}, who has registered before. It sets another password of that account.
			Somebody has asked that mails may set the password of {rest} again, although a company has recently changed how that person signs in.
			Ask a colleague who should know whether this is right, but not by mail. Then release or cancel the request:
			{link}`,
			`Jemand hat den Identitätsanbieter {provider} eingestellt. Bis eine zweite Person ihn freigibt, meldet er niemanden an, der schon registriert ist.
			Jemand hat die E-Mail-Domain {domain} bestätigt. Bis eine zweite Person sie freigibt, meldet der Identitätsanbieter dort niemanden an, der schon registriert ist.
			Jemand hat den API-Schlüssel „{directory}“ für ein Verzeichnis angelegt. Bis eine zweite Person ihn freigibt, ändert er keine E-Mail-Adresse einer registrierten Person von selbst.
			Jemand möchte einen Code für {code} drucken, obwohl die Person schon registriert ist. Er setzt ein anderes Passwort für dieses Konto.
			Jemand möchte, dass Mails das Passwort von {rest} wieder setzen dürfen, obwohl die Anmeldung dieser Person vor Kurzem geändert wurde.
			Fragen Sie jemanden, der es wissen muss, ob das richtig ist, aber nicht per Mail. Geben Sie die Anfrage dann frei, oder ziehen Sie sie zurück:
			{link}`,
		],
	},
	release_given: {
		subject: ['Something was released for signing in', 'Für die Anmeldung wurde etwas freigegeben'],
		page: '/console/team/requests',
		button: ['Open the requests', 'Anfragen öffnen'],
		body: [
			`The identity provider {provider} of {company} was released. It can now sign in everybody with an address in a released domain.
			The e-mail domain {domain} of {company} was released. The identity provider can now sign in everybody with an address there.
			The API key “{directory}” of {company} was released. It can now move e-mail addresses of registered people within released domains.
			A printed code for {code} of {company} was released. It can be printed once within 7 days, and sets another password of that account.
			Mails may set the password of {rest} of {company} again, because somebody released it.
			If this is not right, you can stop it for 7 days:
			{link}`,
			`Der Identitätsanbieter {provider} von {company} wurde freigegeben. Er kann jetzt alle anmelden, deren Adresse in einer freigegebenen Domain liegt.
			Die E-Mail-Domain {domain} von {company} wurde freigegeben. Der Identitätsanbieter kann jetzt alle mit einer Adresse dort anmelden.
			Der API-Schlüssel „{directory}“ von {company} wurde freigegeben. Er kann jetzt E-Mail-Adressen registrierter Personen innerhalb freigegebener Domains ändern.
			Ein gedruckter Code für {code} von {company} wurde freigegeben. Er kann innerhalb von 7 Tagen einmal gedruckt werden und setzt ein anderes Passwort für dieses Konto.
			Mails dürfen das Passwort von {rest} bei {company} wieder setzen, weil jemand das freigegeben hat.
			Wenn das nicht richtig ist, können Sie es 7 Tage lang anhalten:
			{link}`,
		],
	},
	address_lost: {
		subject: ['{person} belongs to somebody else now', '{person} gehört jetzt jemand anderem'],
		page: '/console/people',
		button: ['Open the people', 'Personen öffnen'],
		body: [
			`An account at {company} has lost the e-mail address {person}.
			Somebody else has shown to be the person who reads it, or has it at another company since this person left {company}.
			The record and its history stay, but nobody can sign in with it. Enter another e-mail address if you need the account:
			{link}
			If the person had registered before, ask the operator to do so.`,
			`Ein Konto bei {company} hat die E-Mail-Adresse {person} verloren.
			Jemand anderes hat gezeigt, diese Adresse zu lesen, oder hat sie seit dem Austritt aus {company} bei einem anderen Unternehmen.
			Der Datensatz und sein Verlauf bleiben, aber niemand kann sich damit anmelden. Tragen Sie eine andere E-Mail-Adresse ein, wenn Sie das Konto brauchen:
			{link}
			Wenn sich die Person schon einmal registriert hatte, bitten Sie den Betreiber darum.`,
		],
	},
	address_changed: {
		subject: ['Your e-mail address was changed', 'Ihre E-Mail-Adresse wurde geändert'],
		page: '/console/old-address',
		button: ['This was not me', 'Das war ich nicht'],
		body: [
			`The e-mail address of your account at {company} has just been changed.
			{by}
			You can no longer sign in with this address. You were signed out on all devices.
			Until {restUntil}, the password cannot be reset by mail.
			If this is right, you do not need to do anything. If not, restore this address here:
			{link}
			If the page asks for a code, enter {code}.
			Link and code are valid for 7 days and work once.`,
			`Die E-Mail-Adresse Ihres Kontos bei {company} wurde soeben geändert.
			{by}
			Mit dieser Adresse können Sie sich nicht mehr anmelden. Sie wurden auf allen Geräten abgemeldet.
			Bis {restUntil} lässt sich das Passwort nicht per Mail zurücksetzen.
			Wenn das richtig ist, müssen Sie nichts tun. Wenn nicht, stellen Sie diese Adresse hier wieder her:
			{link}
			Wenn die Seite nach einem Code fragt, geben Sie {code} ein.
			Link und Code gelten 7 Tage und nur einmal.`,
		],
	},
	address_left: {
		subject: ['This e-mail address was replaced', 'Diese E-Mail-Adresse wurde ersetzt'],
		body: [
			`An account had this e-mail address. It has just got another one.
			Nobody can sign in with this address any more.
			If the account is yours and you did not want this, inform your administrator.
			If you have no such account, somebody had used your address. You do not need to do anything.`,
			`Ein Konto hatte diese E-Mail-Adresse. Es hat soeben eine andere erhalten.
			Mit dieser Adresse kann sich niemand mehr anmelden.
			Wenn das Konto Ihnen gehört und Sie das nicht wollten, informieren Sie Ihre Administration.
			Wenn Sie kein solches Konto haben, hatte jemand Ihre Adresse verwendet. Sie müssen nichts tun.`,
		],
	},
	address_restored: {
		subject: ['Your e-mail address was changed back', 'Ihre E-Mail-Adresse wurde zurückgesetzt'],
		body: [
			`Somebody with access to the earlier e-mail address of this account at {company} has restored that address.
			You can no longer sign in with this address. All sessions and links of the account have ended.
			Ended: {ended}.
			If this is not right, inform your administrator.`,
			`Jemand mit Zugang zur früheren E-Mail-Adresse dieses Kontos bei {company} hat die frühere Adresse wiederhergestellt.
			Mit dieser Adresse können Sie sich nicht mehr anmelden. Alle Sitzungen und alle Links des Kontos sind nicht mehr gültig.
			Beendet: {ended}.
			Wenn das nicht richtig ist, informieren Sie Ihre Administration.`,
		],
	},
	address_undone: {
		subject: ['Your e-mail address is in use again', 'Ihre E-Mail-Adresse gilt wieder'],
		body: [
			`This is the e-mail address of your account at {company} again. Somebody who reads this mailbox has used the link in our mail.
			All sessions and links of the account have ended. So has everything that was added since the change was requested.
			Ended: {ended}.
			Until {restUntil}, no mail sets a password for your account.
			Your next step: {next}.
			If this is not right, inform your administrator.`,
			`Dies ist wieder die E-Mail-Adresse Ihres Kontos bei {company}. Jemand, der dieses Postfach liest, hat den Link in unserer Mail verwendet.
			Alle Sitzungen und Links des Kontos sind beendet. Das gilt auch für alles, was seit dem Antrag auf die Änderung dazukam.
			Beendet: {ended}.
			Bis {restUntil} setzt keine Mail ein Passwort für Ihr Konto.
			Ihr nächster Schritt: {next}.
			Wenn das nicht richtig ist, informieren Sie Ihre Administration.`,
		],
	},
	identity_undone: {
		subject: [
			'A change of the e-mail address of {person} was undone',
			'Eine Änderung der E-Mail-Adresse von {person} wurde rückgängig gemacht',
		],
		body: [
			`Somebody who reads the earlier mailbox of {person} has undone a change of the e-mail address.
			The second factor that was added since then has ended, because somebody else may have set it up.
			Until {restUntil}, no mail sets a password for this account.
			Ask {person} whether this is right, but not by mail. If it is not, close the account.`,
			`Jemand, der das frühere Postfach von {person} liest, hat eine Änderung der E-Mail-Adresse rückgängig gemacht.
			Der zweite Faktor, der seitdem dazukam, gilt nicht mehr, weil jemand anderes ihn eingerichtet haben könnte.
			Bis {restUntil} setzt keine Mail ein Passwort für dieses Konto.
			Fragen Sie {person}, ob das richtig ist, aber nicht per Mail. Wenn nicht, schließen Sie das Konto.`,
		],
	},
	new_device: {
		subject: ['Sign-in from a new device', 'Anmeldung von einem neuen Gerät'],
		body: [
			`Your account was used to sign in from a device that we have not seen before.
			Device: {device}
			Place: {place}
			If this was you, you do not need to do anything. If not, change your password immediately and end all other sessions.`,
			`Mit Ihrem Konto wurde eine Anmeldung von einem Gerät vorgenommen, das wir noch nicht kennen.
			Gerät: {device}
			Ort: {place}
			Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie sofort Ihr Passwort und beenden Sie alle anderen Sitzungen.`,
		],
	},
	second_factor_changed: {
		subject: ['Your second factor was changed', 'Ihr zweiter Faktor wurde geändert'],
		body: [
			`{change}
			If this was not you, change your password immediately and inform your administrator.`,
			`{change}
			Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und informieren Sie Ihre Administration.`,
		],
	},
	second_factor_reset: {
		subject: ['Your second factor was reset', 'Ihr zweiter Faktor wurde zurückgesetzt'],
		body: [
			`Your administrator has removed the second factor of your account. Set up a new one when you next sign in.
			Your recovery codes have ended. Your password has not changed.
			Until {restUntil}, no mail can set another password for your account.
			If you did not ask for this, inform your administrator immediately.`,
			`Ihre Administration hat den zweiten Faktor Ihres Kontos entfernt. Richten Sie bei der nächsten Anmeldung einen neuen ein.
			Ihre Wiederherstellungscodes gelten nicht mehr. Ihr Passwort ist unverändert.
			Bis {restUntil} kann keine Mail ein anderes Passwort für Ihr Konto setzen.
			Wenn Sie nicht darum gebeten haben, informieren Sie sofort Ihre Administration.`,
		],
	},
	account_closed: {
		subject: ['Your account was closed', 'Ihr Konto wurde geschlossen'],
		body: [
			`Your account at {company} was closed. You can no longer sign in.
			Your submitted expenses are kept. If you have questions, contact your administrator.`,
			`Ihr Konto bei {company} wurde geschlossen. Sie können sich nicht mehr anmelden.
			Ihre eingereichten Ausgaben bleiben erhalten. Bei Fragen wenden Sie sich an Ihre Administration.`,
		],
	},
	last_admin_left: {
		subject: ['{employer} has no other administrator', '{employer} hat keine andere Administration'],
		page: '/console/team',
		button: ['Name an administrator', 'Administration benennen'],
		body: [
			`The employment of {person} has ended. Nobody else administers {employer}, so this account stays open for now.
			Please name another administrator. After that, this account is closed automatically.
			{link}`,
			`Das Arbeitsverhältnis von {person} ist beendet. Niemand sonst verwaltet {employer}. Dieses Konto bleibt deshalb vorerst offen.
			Bitte benennen Sie eine andere Administration. Danach wird dieses Konto automatisch geschlossen.
			{link}`,
		],
	},
	domain_missing: {
		subject: [
			'The verification record of your domain is missing',
			'Der Bestätigungseintrag Ihrer Domain fehlt',
		],
		body: [
			`The DNS record with which {company} has verified the domain {domain} was not found.
			Add it again by {until}. The page “Sign-in” of your company shows the record.
			After that day, people with an address of this domain can no longer use your identity provider. Another company may then verify the domain.`,
			`Der DNS-Eintrag, mit dem {company} die Domain {domain} bestätigt hat, wurde nicht gefunden.
			Tragen Sie ihn bis zum {until} wieder ein. Die Seite „Anmeldung“ Ihres Unternehmens zeigt den Eintrag.
			Danach können sich Personen mit einer Adresse dieser Domain nicht mehr über Ihren Identitätsanbieter anmelden. Ein anderes Unternehmen kann die Domain dann bestätigen.`,
		],
	},
	domain_lost: {
		subject: ['Your domain is no longer verified', 'Ihre Domain ist nicht mehr bestätigt'],
		body: [
			`The DNS record of the domain {domain} was missing for 7 days.
			People with an address of this domain can no longer sign in to {company} with your identity provider. They can sign in with a password if they have one.
			Add the record again and verify the domain on the page “Sign-in” of your company.`,
			`Der DNS-Eintrag der Domain {domain} hat 7 Tage gefehlt.
			Personen mit einer Adresse dieser Domain können sich nicht mehr über Ihren Identitätsanbieter bei {company} anmelden. Mit einem Passwort können sie sich weiterhin anmelden.
			Tragen Sie den Eintrag wieder ein und bestätigen Sie die Domain auf der Seite „Anmeldung“ Ihres Unternehmens.`,
		],
	},
	webhook_disabled: {
		subject: ['A webhook endpoint was disabled', 'Ein Webhook-Endpunkt wurde deaktiviert'],
		page: '/console/integrations/webhooks/{endpointId}?company={companyId}',
		button: ['Open the endpoint', 'Endpunkt öffnen'],
		body: [
			`Zubrot no longer sends events of {company} to {url}.
			{why}
			When the endpoint works again, activate it. Read the events since then with GET /api/v2/events.
			{link}`,
			`Zubrot sendet keine Ereignisse von {company} mehr an {url}.
			{why}
			Wenn der Endpunkt wieder funktioniert, aktivieren Sie ihn. Lesen Sie die Ereignisse seitdem mit GET /api/v2/events.
			{link}`,
		],
	},
	expense_approved: {
		subject: ['Your expense was approved', 'Ihre Ausgabe wurde genehmigt'],
		body: [
			`Your expense of {date} ({module}, {amount}) was approved.
			You requested {asked}. {reasons}
			It will be paid with one of the next payrolls.`,
			`Ihre Ausgabe vom {date} ({module}, {amount}) wurde genehmigt.
			Beantragt waren {asked}. {reasons}
			Sie wird mit einer der nächsten Abrechnungen erstattet.`,
		],
	},
	expense_rejected: {
		subject: ['Your expense was rejected', 'Ihre Ausgabe wurde abgelehnt'],
		body: [
			`Your expense of {date} ({module}, {amount}) was rejected.
			Reason: {reasons}`,
			`Ihre Ausgabe vom {date} ({module}, {amount}) wurde abgelehnt.
			Begründung: {reasons}`,
		],
	},
	expense_returned: {
		subject: ['Your expense needs correction', 'Ihre Ausgabe muss korrigiert werden'],
		body: [
			`Your expense of {date} ({module}, {amount}) was returned for correction.
			Reason: {reasons}
			You can correct it within 30 days. After that, it is rejected.`,
			`Ihre Ausgabe vom {date} ({module}, {amount}) wurde zur Korrektur zurückgegeben.
			Begründung: {reasons}
			Sie können sie innerhalb von 30 Tagen korrigieren. Danach wird sie abgelehnt.`,
		],
	},
	expense_reopened: {
		subject: ['Your expense is being reviewed again', 'Ihre Ausgabe wird erneut geprüft'],
		body: [
			`The decision on your expense of {date} ({module}, {amount}) was taken back. Our earlier message about it no longer applies.
			Your expense waits for a new decision. You do not need to do anything.`,
			`Die Entscheidung über Ihre Ausgabe vom {date} ({module}, {amount}) wurde zurückgenommen. Unsere frühere Nachricht dazu gilt nicht mehr.
			Ihre Ausgabe wartet auf eine neue Entscheidung. Sie müssen nichts tun.`,
		],
	},
	expenses_waiting: {
		subject: ['Expenses to review: {count}', 'Ausgaben zu prüfen: {count}'],
		body: [
			`New expenses since the last message: {count}. You can decide on them in the console.
			Standing expenses among them: {standing}.`,
			`Neue Ausgaben seit der letzten Nachricht: {count}. Sie können in der Konsole darüber entscheiden.
			Davon Dauerausgaben: {standing}.`,
		],
	},
	standing_expense_approved: {
		subject: ['Your standing expense was verified', 'Ihre Dauerausgabe wurde geprüft'],
		...TO_STANDING,
		body: [
			`Your standing expense ({module}) was verified with {amount} a month, until {until}.
			You requested {asked}. {reasons}
			It was too late to submit anything for {months}.
			{why}
			The next expense is submitted for {date}. You do not need to do anything.
			{link}`,
			`Ihre Dauerausgabe ({module}) wurde mit {amount} im Monat geprüft und gilt bis zum {until}.
			Beantragt waren {asked}. {reasons}
			Für {months} konnte nichts mehr eingereicht werden.
			{why}
			Die nächste Ausgabe wird zum {date} eingereicht. Sie müssen nichts tun.
			{link}`,
		],
	},
	standing_expense_rejected: {
		subject: [
			'The proof of your standing expense was rejected',
			'Der Nachweis Ihrer Dauerausgabe wurde abgelehnt',
		],
		...TO_STANDING,
		body: [
			`The proof of your standing expense ({module}, {amount} a month) was rejected.
			Reason: {reasons}
			Your earlier proof is valid until {until}.
			{why}
			{link}`,
			`Der Nachweis Ihrer Dauerausgabe ({module}, {amount} im Monat) wurde abgelehnt.
			Begründung: {reasons}
			Ihr früherer Nachweis gilt bis zum {until}.
			{why}
			{link}`,
		],
	},
	standing_expense_ended: {
		subject: ['Your standing expense has ended', 'Ihre Dauerausgabe wurde beendet'],
		...TO_STANDING,
		body: [
			`{company} has ended your standing expense ({module}, {amount} a month). No further month is submitted.
			Submitted months stay as they are. If the expense goes on, submit a new standing expense.
			{link}`,
			`{company} hat Ihre Dauerausgabe ({module}, {amount} im Monat) beendet. Es wird kein weiterer Monat eingereicht.
			Eingereichte Monate bleiben, wie sie sind. Wenn die Ausgabe weiter besteht, reichen Sie eine neue Dauerausgabe ein.
			{link}`,
		],
	},
	standing_expense_skipped: {
		subject: [
			'Your standing expense was not submitted for {month}',
			'Ihre Dauerausgabe wurde für {month} nicht eingereicht',
		],
		...TO_STANDING,
		body: [
			`Nothing was submitted for {month} for your standing expense ({module}, {amount} a month).
			{why}
			The next expense is due on {date}.
			{link}`,
			`Für Ihre Dauerausgabe ({module}, {amount} im Monat) wurde für {month} nichts eingereicht.
			{why}
			Die nächste Ausgabe ist am {date} fällig.
			{link}`,
		],
	},
	proof_ending: {
		subject: [
			'The proof of your standing expense ends on {date}',
			'Der Nachweis Ihrer Dauerausgabe läuft am {date} ab',
		],
		...TO_STANDING,
		body: [
			`The proof of your standing expense ({module}) ends on {date}. Nothing is submitted after that day.
			If the expense goes on, add a new proof:
			{link}`,
			`Der Nachweis Ihrer Dauerausgabe ({module}) läuft am {date} ab. Danach wird nichts mehr eingereicht.
			Wenn die Ausgabe weiter besteht, fügen Sie einen neuen Nachweis hinzu:
			{link}`,
		],
	},
	voucher_issued: {
		subject: ['You have a new voucher', 'Sie haben einen neuen Gutschein'],
		body: [
			`{company} has issued a voucher of {amount} to you, dated {date}.`,
			`{company} hat Ihnen zum {date} einen Gutschein über {amount} ausgegeben.`,
		],
	},
	budget_expiring: {
		subject: [
			'Your flex budget of {year} expires at the end of the year',
			'Ihr Flex-Budget {year} verfällt zum Jahresende',
		],
		body: [
			`The unspent part of your flex budget expires on 31 December {year}.
			Submit your expenses of this year in time.`,
			`Ihr nicht ausgegebenes Flex-Budget verfällt am 31. Dezember {year}.
			Reichen Sie Ihre Ausgaben dieses Jahres rechtzeitig ein.`,
		],
	},
	access_ending: {
		subject: ['Your flex budget ends soon', 'Ihr Flex-Budget endet bald'],
		body: [
			`Your access to the flex budget ends on {date}.
			Submit expenses from before that day in time.`,
			`Ihr Zugang zum Flex-Budget endet am {date}.
			Reichen Sie Ausgaben aus der Zeit davor rechtzeitig ein.`,
		],
	},
	month_closing: {
		subject: ['{month} closes soon', 'Der Monat {month} wird bald abgeschlossen'],
		body: [
			`You have not submitted an expense for {month} yet. You can do so until {lastDay}.
			The budget of this month is not carried over.`,
			`Sie haben für {month} noch keine Ausgabe eingereicht. Das ist bis zum {lastDay} möglich.
			Das Budget dieses Monats wird nicht übertragen.`,
		],
	},
	receipts_taken: {
		subject: [
			'Receipts from your mail: {taken} of {count} became drafts',
			'Belege aus Ihrer Mail: {taken} von {count} sind jetzt Entwürfe',
		],
		page: '/console/benefits/drafts',
		button: ['Complete your drafts', 'Entwürfe vervollständigen'],
		body: [
			`We have received your mail.
			{files}
			{why}
			Drafts wait for 90 days. They become expenses when you complete them:
			{link}`,
			`Wir haben Ihre Mail erhalten.
			{files}
			{why}
			Entwürfe warten 90 Tage. Sie werden zu Ausgaben, wenn Sie sie vervollständigen:
			{link}`,
		],
	},
	receipts_refused: {
		subject: [
			'A mail to your address for receipts was not accepted',
			'Eine Mail an Ihre Adresse für Belege wurde nicht angenommen',
		],
		page: '/console/account',
		button: ['Open your account', 'Konto öffnen'],
		body: [
			`A mail came to your address for receipts, and nothing of it was kept.
			{why}
			We send this message at most once a day.
			If strangers know the address, replace it in your account:
			{link}`,
			`An Ihre Adresse für Belege kam eine Mail, aus der nichts übernommen wurde.
			{why}
			Diese Nachricht senden wir höchstens einmal am Tag.
			Wenn Fremde die Adresse kennen, ersetzen Sie sie in Ihrem Konto:
			{link}`,
		],
	},
};

/** The invitation of a person who must sign in through the company's identity provider. */
export const COMPANY_ACCOUNT_INVITATION: Text = {
	subject: TEXTS.invitation.subject,
	page: '/console/sign-in',
	button: ['Sign in with your company account', 'Mit dem Unternehmenskonto anmelden'],
	body: [
		`{company} has created an account for your benefits.
		Sign in with your company account. You do not need another password:
		{link}
		If the page asks for your e-mail address, enter the one that received this message.
		If you did not expect this invitation, delete this message.`,
		`{company} hat für Sie ein Konto für Ihre Benefits angelegt.
		Melden Sie sich mit Ihrem Unternehmenskonto an. Sie brauchen kein weiteres Passwort:
		{link}
		Wenn die Seite nach Ihrer E-Mail-Adresse fragt, geben Sie die Adresse ein, die diese Nachricht erhalten hat.
		Wenn Sie diese Einladung nicht erwartet haben, löschen Sie diese Nachricht.`,
	],
};
