import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** The addresses to which every page of the reference links. */
export interface SiteLinks {
	/** Address of the style sheet. Its name changes with its content. */
	style: string;
	/** Tags of the reference, each with the address of its page. */
	parts: { name: string; address: string }[];
}

/** Returns a complete page without scripts. */
export const page = ({ style, parts }: SiteLinks, title: string, current: string, content: Html): string =>
	String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<a class="name" href="/reference">Zubrot API</a>
<nav aria-label="Parts of the reference">
<ul>${parts.map(
		({ name, address }) =>
			html`<li><a href="${address}"${name === current ? raw(' aria-current="page"') : ''}>${name}</a></li>`,
	)}</ul>
</nav>
</header>
<main id="content" tabindex="-1">
${content}
</main>
<footer>
<p><a href="/openapi.json">openapi.json</a> · <a href="/openapi.yaml">openapi.yaml</a> · <a href="/llms.txt">llms.txt</a></p>
</footer>
</body>
</html>
`);

/** Converts text with `code` in it to HTML. */
export function prose(text: string): Html {
	const parts = text.split('`');
	return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

/** Returns a table that scrolls sideways on a narrow screen. */
export const table = (label: string, head: string[], rows: Html[][]): Html => html`
<div class="table" role="region" aria-label="${label}" tabindex="0">
<table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
	([first, ...cells]) =>
		html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
)}</tbody>
</table>
</div>`;

export const code = (label: string, text: string): Html =>
	html`<pre role="region" aria-label="${label}" tabindex="0"><code>${text}</code></pre>`;

/** The last page of a sign-in at an identity provider. Its script shows the code from the fragment of the address. */
export const signInPage = (style: string): string =>
	String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Sign-in</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
<script type="module" src="/sign-in.js"></script>
</head>
<body>
<main>
<h1>Sign-in</h1>
<noscript><p>This page needs JavaScript to show the code of your sign-in.</p></noscript>
<div role="status">
<div id="done" hidden>
<p>Your company has confirmed your identity. Enter this code in the program where you started, within one minute:</p>
<p lang="de">Ihr Unternehmen hat Ihre Identität bestätigt. Geben Sie diesen Code innerhalb einer Minute in dem Programm ein, in dem Sie begonnen haben:</p>
<p><output><code id="code"></code></output></p>
<p><button type="button" id="copy">Copy / <span lang="de">Kopieren</span></button></p>
</div>
<div id="refused" hidden>
<p>Sign-in failed. Start again, or ask your administrator.</p>
<p lang="de">Die Anmeldung ist fehlgeschlagen. Beginnen Sie noch einmal, oder fragen Sie Ihre Administration.</p>
</div>
</div>
</main>
</body>
</html>
`);
