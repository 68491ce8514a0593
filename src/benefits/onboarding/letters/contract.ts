import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import { inGroups } from '../../../foundation/core/codes.ts';
import { toIso } from '../../../foundation/core/instant.ts';
import { dictionary } from '../../../foundation/core/language.ts';
import { changedAnswer } from '../../../foundation/http/contract.ts';
import { operations } from '../../../foundation/http/operation.ts';
import { wireEmail, wireId, wireInstant, wireText } from '../../../foundation/http/wire.ts';
import { linkOf, REFUSALS, signInLinkOf, signInPage } from '../invitations/contract.ts';
import type { Letter } from '../invitations/rules.ts';

const letterSchema = z
	.strictObject({
		userId: wireId(),
		email: wireEmail('ada@demo.example'),
		dateExpires: wireInstant('2026-04-06T12:00:00.000Z'),
		code: wireText('KTWM-RXQB-HNPV').nullable().openapi({
			description: 'Shown only now; `null` when the request is repeated with the same idempotency key',
		}),
	})
	.openapi('PrintedInvitation');

export type LetterOnWire = z.infer<typeof letterSchema>;

export const letterToWire = ({ userId, email, dateExpires, code }: Letter): LetterOnWire => ({
	userId,
	email,
	dateExpires: toIso(dateExpires),
	code: inGroups(code),
});

const { write } = operations(['Employees', 'Extension'], { dryRuns: true });

const printed = changedAnswer(letterSchema, 'The code, as JSON or as a page to print');

export const printInvitationRoute = write.post(
	'printInvitation',
	'/employees/{employeeId}/invitation/letter',
	{
		// There is no dry run, because the code is shown only once.
		dryRun: false,
		summary: 'Print an invitation for an employee without a mailbox',
		description: `Creates a code of 12 letters to set a password. It works once, within 30 days and 10 tries. Older links
and codes are no longer valid. With \`Accept: text/html\` the response is a page to print, with a QR
code, in the employee’s language. If the company requires its identity provider, the page leads to the
sign-in there and shows no code.`,
		responses: {
			200: {
				...printed,
				content: {
					...printed.content,
					'text/html': { schema: z.string().openapi({ maxLength: 100_000, example: '<!doctype html>' }) },
				},
			},
		},
		refusals: [...REFUSALS, 'employee_erased', 'user_has_other_roles'],
	},
);

const STYLE = `
@page { size: A4; margin: 25mm 20mm }
body { margin: 0 auto; padding: 1rem; max-width: 34rem; font: 12pt/1.5 system-ui, sans-serif; color: #000; background: #fff }
h1 { font-size: 1.4em; line-height: 1.2 }
svg { display: block; width: 45mm; height: 45mm; margin: 1rem 0 }
.code { font: 700 1.6em ui-monospace, monospace; letter-spacing: 0.05em }
.address { overflow-wrap: anywhere }
`;

/** The content policy of the page: it has no scripts, and only its own style. */
export const LETTER_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`;

const WORDS = dictionary({
	title: ['Invitation', 'Einladung'],
	greeting: (name: string) => [`Hello ${name},`, `Guten Tag ${name},`],
	intro: (company: string) => [
		`${company} has created an account for your benefits. To use it, choose a password.`,
		`${company} hat für Sie ein Konto für Ihre Benefits angelegt. Wählen Sie ein Passwort, um es zu benutzen.`,
	],
	companyIntro: (company: string) => [
		`${company} has created an account for your benefits. Sign in with your company account. You do not need another password.`,
		`${company} hat für Sie ein Konto für Ihre Benefits angelegt. Melden Sie sich mit Ihrem Unternehmenskonto an. Sie brauchen kein weiteres Passwort.`,
	],
	signInPicture: ['QR code with the address of the sign-in', 'QR-Code mit der Adresse der Anmeldung'],
	typeEmail: [
		'Or open this address and enter your e-mail address:',
		'Oder öffnen Sie diese Adresse und geben Sie Ihre E-Mail-Adresse ein:',
	],
	scan: [
		'Scan this picture with the camera of your phone:',
		'Scannen Sie dieses Bild mit der Kamera Ihres Telefons:',
	],
	picture: [
		'QR code with the address of the registration and your code',
		'QR-Code mit der Adresse der Registrierung und Ihrem Code',
	],
	type: [
		'Or open this address and enter your code:',
		'Oder öffnen Sie diese Adresse und geben Sie Ihren Code ein:',
	],
	signIn: [
		'Then sign in with this e-mail address and your password:',
		'Danach melden Sie sich mit dieser E-Mail-Adresse und Ihrem Passwort an:',
	],
	until: (day: string) => [
		`The code works once, until ${day}. Do not share it. Destroy this letter after you have registered.`,
		`Der Code gilt einmal, bis zum ${day}. Geben Sie ihn nicht weiter. Vernichten Sie diesen Brief nach der Registrierung.`,
	],
});

export function letterPage(letter: Letter, origin: string): string {
	const { email, firstName, lastName, companyName } = letter;
	const language = letter.language?.startsWith('de') ? 'de' : 'en';
	const words = WORDS[language];
	const name = [firstName, lastName].filter(Boolean).join(' ') || email;
	const company = companyName ?? 'Zubrot';
	return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p>${words.greeting(name)}</p>
${letter.isBoundToSso ? toProvider(words, email, company, origin) : toRegistration(words, language, letter, company, origin)}
</main>
</body>
</html>
`);
}

type Words = (typeof WORDS)['en'];

function toRegistration(
	words: Words,
	language: string,
	{ email, code, dateExpires }: Letter,
	company: string,
	origin: string,
) {
	const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(dateExpires);
	return html`<p>${words.intro(company)}</p>
<p>${words.scan}</p>
${picture(words.picture, linkOf(origin, code))}
<p>${words.type}</p>
<p class="address">${linkOf(origin)}</p>
<p class="code">${inGroups(code)}</p>
<p>${words.signIn}</p>
<p class="address">${email}</p>
<p>${words.until(day)}</p>`;
}

/** Returns the page for people who sign in through the identity provider, so they need no code. */
const toProvider = (
	words: Words,
	email: string,
	company: string,
	origin: string,
) => html`<p>${words.companyIntro(company)}</p>
<p>${words.scan}</p>
${picture(words.signInPicture, signInLinkOf(origin, email))}
<p>${words.typeEmail}</p>
<p class="address">${origin}${signInPage}</p>
<p class="address">${email}</p>`;

const picture = (label: string, address: string) =>
	html`<div role="img" aria-label="${label}">${raw(renderSVG(address, { ecc: 'M', border: 4 }))}</div>`;
