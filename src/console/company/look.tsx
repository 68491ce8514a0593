import { invalidField } from '../../foundation/core/refusals.ts';
import { removeLogo, setLogo } from '../../tenants/companies/branding/actions.ts';
import { LOGO_TYPES, logoTypeOf, MAX_LOGO_BYTES } from '../../tenants/companies/branding/rules.ts';
import type { Company } from '../../tenants/companies/store.ts';
import type { App, Context } from '../env.ts';
import { Form, Submit } from '../form.tsx';
import { FormFor, form } from '../forms.tsx';
import { file, optional, text } from '../kinds.tsx';
import { addressOfLogo } from '../look.ts';
import { useReader } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { catalogue } from '../words.ts';
import { addressIn, companyChange, takeOn } from './frame.tsx';

const WORDS = catalogue({
	look: ['Logo and colour', 'Logo und Farbe'],
	lookHint: [
		'People of the company see both at the edge of every page. Mails have no pictures.',
		'Alle im Unternehmen sehen beides am Rand jeder Seite. Mails haben keine Bilder.',
	],
	file: ['Logo', 'Logo'],
	fileHint: ['PNG or WebP, up to 20 KB.', 'PNG oder WebP, höchstens 20 KB.'],
	saveLogo: ['Save logo', 'Logo speichern'],
	removeLogo: ['Remove logo', 'Logo entfernen'],
	color: ['Colour', 'Farbe'],
	colorHint: [
		'Such as #3273c9. It must be visible on light and dark pages. If empty, there is none.',
		'Zum Beispiel #3273c9. Sie muss auf hellen und dunklen Seiten sichtbar sein. Wenn leer, gibt es keine.',
	],
	saveColor: ['Save colour', 'Farbe speichern'],
});

export const color = form({
	...companyChange,
	words: WORDS,
	part: 'color',
	fields: { color: optional(text({ maxlength: 7 })) },
	body: (read) => ({ color: read.color?.toLowerCase() ?? null }),
});

const logo = form({
	words: WORDS,
	fields: { file: file(LOGO_TYPES.join()) },
	attempt: async (call, id: string, { file }: { file: File | undefined }) =>
		setLogo(call, id, await logoIn(file)),
});
const removal = form({ fields: {}, attempt: (call, id: string) => removeLogo(call, id) });

const LOGO = '/company/logo';
const REMOVAL = `${LOGO}/remove`;

/** Takes the forms of a logo, which stand on the page that `show` returns. */
export function takeLogo(app: App, show: (c: Context) => Response | Promise<Response>): void {
	takeOn(app, '/company', logo, { path: LOGO, operation: 'setLogo', said: 'logo', show });
	takeOn(app, '/company', removal, { path: REMOVAL, operation: 'removeLogo', said: 'no-logo', show });
}

/** Returns the bytes of a logo. Refuses any other file at its field. */
async function logoIn(file: File | undefined): Promise<Uint8Array> {
	if (file === undefined) throw invalidField('file', 'required', 'file is missing.');
	if (file.size > MAX_LOGO_BYTES)
		throw invalidField('file', 'too_big', 'The file is too large.', {
			of: 'kilobytes',
			value: MAX_LOGO_BYTES / 1024,
		});
	const bytes = new Uint8Array(await file.arrayBuffer());
	if (logoTypeOf(bytes) === null) throw invalidField('file', 'not_a_logo', 'The file is no logo.');
	return bytes;
}

export function Look({ company }: { company: Company }) {
	const { c, words } = useReader(WORDS);
	return (
		<Panel title={words.look}>
			<p class="hint">{words.lookHint}</p>
			{company.logo !== null && (
				<p>
					<img class="logo" src={addressOfLogo(company.id, company.logo)} alt={words.file} />
				</p>
			)}
			<FormFor of={logo} to={addressIn(c, LOGO)} save={words.saveLogo} takesFile />
			{company.logo !== null && (
				<Form to={addressIn(c, REMOVAL)}>
					<Submit look="danger">{words.removeLogo}</Submit>
				</Form>
			)}
			<FormFor of={color} to={addressIn(c, '/company')} record={company} save={words.saveColor} />
		</Panel>
	);
}
