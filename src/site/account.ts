import { html } from 'hono/html';
import { type AccountWords, WORDS } from './account-words.ts';
import type { Html } from './page.ts';

type Language = keyof typeof WORDS;

/** Addresses of what the pages load. Their names change with their content. */
interface Parts {
	style: string;
	script: string;
}

const PAGES = ['registration', 'password-reset'] as const;

/** The pages where people set a password, by their file names: in English, and in German below `de`. */
export const accountPages = (parts: Parts): Record<string, string> =>
	Object.fromEntries(
		(Object.keys(WORDS) as Language[]).flatMap((language) =>
			PAGES.map((page) => [`${addressOf(page, language).slice(1)}.html`, accountPage(parts, page, language)]),
		),
	);

/** The addresses for which `_headers` permits the script. */
export const ACCOUNT_ADDRESSES = PAGES.flatMap((page) => [addressOf(page, 'en'), addressOf(page, 'de')]);

function addressOf(page: (typeof PAGES)[number], language: Language): string {
	return language === 'en' ? `/${page}` : `/${language}/${page}`;
}

function accountPage({ style, script }: Parts, page: (typeof PAGES)[number], language: Language): string {
	const words = WORDS[language];
	const [other, otherName] = language === 'en' ? (['de', 'Deutsch'] as const) : (['en', 'English'] as const);
	return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${words.titles[page]}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body>
<main data-page="${page}">
<h1>${words.titles[page]}</h1>
<noscript><p>${words.noScript}</p></noscript>
${page === 'registration' ? '' : addressForm(words)}
${passwordForm(words, page)}
<div role="status">
${Object.entries(words.outcomes[page]).map(([name, text]) => html`<p data-outcome="${name}" hidden>${text}</p>`)}
</div>
${page === 'registration' ? renewalForm(words) : ''}
</main>
<footer><a href="${addressOf(page, other)}" hreflang="${other}" lang="${other}">${otherName}</a></footer>
</body>
</html>
`);
}

const addressForm = (words: AccountWords): Html => html`
<form id="request" hidden>
<p>${words.request}</p>
<label for="email">${words.email}</label>
<input id="email" name="email" type="email" autocomplete="username" maxlength="255" required>
<button>${words.send}</button>
</form>`;

const passwordForm = (words: AccountWords, page: (typeof PAGES)[number]): Html => html`
<form id="set" hidden>
${
	page === 'registration'
		? html`<div id="code-field" hidden>
<label for="code">${words.code}</label>
<input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" aria-describedby="code-hint">
<p id="code-hint" class="hint">${words.codeHint}</p>
</div>`
		: ''
}
<label for="password">${words.password}</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="128" required aria-describedby="password-hint">
<p id="password-hint" class="hint">${words.passwordHint}</p>
<label class="choice"><input id="show" type="checkbox"> ${words.show}</label>
<button>${words.set}</button>
</form>`;

const renewalForm = (words: AccountWords): Html => html`
<form id="renew" hidden>
<button>${words.renew}</button>
</form>`;
