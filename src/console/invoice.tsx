import { type Invoice, readInvoice } from '../benefits/expenses/invoices/rules.ts';
import type { Context } from './env.ts';
import { titledPage, useReader } from './page.tsx';
import { ButtonLink, Facts, Note, Panel } from './parts.tsx';
import { catalogue } from './words.ts';

const WORDS = catalogue({
	title: ['Electronic invoice', 'Elektronische Rechnung'],
	unreadable: [
		'This file cannot be shown. Download it.',
		'Diese Datei kann nicht angezeigt werden. Laden Sie sie herunter.',
	],
	unsigned: [
		'Nobody has signed this invoice. Anybody can write such a file.',
		'Diese Rechnung ist nicht signiert. Jede Person kann eine solche Datei schreiben.',
	],
	seller: ['Seller', 'Verkäufer'],
	vatNumber: ['VAT number', 'USt-IdNr.'],
	number: ['Invoice number', 'Rechnungsnummer'],
	date: ['Date', 'Rechnungsdatum'],
	period: ['Period of service', 'Leistungszeitraum'],
	total: ['Total with VAT', 'Gesamtbetrag mit USt.'],
	due: ['Amount due', 'Zahlbetrag'],
	type: ['Type of invoice', 'Rechnungsart'],
	types: {
		'380': ['Invoice', 'Rechnung'],
		'381': ['Credit note: proves no purchase', 'Gutschrift: belegt keinen Kauf'],
		'384': ['Corrected invoice', 'Berichtigte Rechnung'],
	},
	lines: ['Lines, without VAT', 'Positionen, ohne USt.'],
	original: ['Download the XML file', 'XML-Datei herunterladen'],
});

/** A page that shows the main fields of an invoice in XML, with a link to the file itself. */
export async function showInvoice(c: Context, file: Uint8Array): Promise<Response> {
	const { title } = WORDS[c.var.language];
	const read = await readInvoice(file);
	return titledPage(
		c,
		{ title, isNarrow: true },
		<InvoiceShown invoice={'invoice' in read ? read.invoice : null} />,
	);
}

function InvoiceShown({ invoice }: { invoice: Invoice | null }) {
	const { c, words } = useReader(WORDS);
	return (
		<>
			{invoice === null ? <Note mood="bad">{words.unreadable}</Note> : <Fields invoice={invoice} />}
			<p class="buttons">
				<ButtonLink to={`${c.req.path}?original`}>{words.original}</ButtonLink>
			</p>
		</>
	);
}

function Fields({ invoice }: { invoice: Invoice }) {
	const { say, words } = useReader(WORDS);
	const { currency, type, periodStart: start, periodEnd: end, lines } = invoice;
	const day = (text: string | null) => text && say.day(Date.parse(text));
	const rows: [name: string, value: string | null][] = [
		[words.seller, invoice.seller],
		[words.vatNumber, invoice.vatNumber],
		[words.number, invoice.number],
		[words.type, words.types[type as keyof typeof words.types] ?? type],
		[words.date, day(invoice.date)],
		[words.period, (start ?? end) && [day(start), day(end)].filter(Boolean).join(' – ')],
		[words.total, `${invoice.total} ${currency}`],
		[words.due, invoice.due && `${invoice.due} ${currency}`],
	];
	const shown = rows.filter(([, value]) => value !== null);
	const named = lines.map(({ name, amount }) => [name ?? '', amount && `${amount} ${currency}`] as const);
	return (
		<>
			<Note>{words.unsigned}</Note>
			<Panel>
				<Facts rows={shown} />
			</Panel>
			{named.length > 0 && (
				<Panel title={words.lines}>
					<Facts rows={named} />
				</Panel>
			)}
		</>
	);
}
