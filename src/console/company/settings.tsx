import { readLatestClosed } from '../../benefits/payroll/runs/actions.ts';
import { addMonths, type Instant, startOfMonth, toYearMonth } from '../../foundation/core/instant.ts';
import { LIMITED_MODULES } from '../../foundation/core/legal-limits.ts';
import { MODULES } from '../../foundation/core/modules.ts';
import { changeableUntil, earliestOpen } from '../../foundation/core/months.ts';
import { MODULE_NAMES } from '../../foundation/core/words.ts';
import { readCompany } from '../../tenants/companies/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import type { App, Context } from '../env.ts';
import { FormFor, form, sentWith } from '../forms.tsx';
import { language, manyOf, number, optional, text } from '../kinds.tsx';
import { List } from '../listing.tsx';
import { useReader } from '../page.tsx';
import { Panel, Preview } from '../parts.tsx';
import { previewed } from '../submit.ts';
import { reading } from '../visit.ts';
import { catalogue } from '../words.ts';
import { addressIn, companyChange, companyPage, takeOn } from './frame.tsx';
import { color, Look, takeLogo } from './look.tsx';

const WORDS = catalogue({
	general: ['Name and mails', 'Name und Mails'],
	name: ['Name of the company', 'Name des Unternehmens'],
	language: ['Default language of mails', 'Standardsprache der Mails'],
	languageNone: ['not set (English)', 'nicht festgelegt (Englisch)'],
	senderNameHint: [
		'The name that mails come from. If empty, the name of the service is used.',
		'Mails kommen unter diesem Namen. Wenn leer, gilt der Name des Dienstes.',
	],
	days: ['Cut-off', 'Stichtage'],
	daysHint: [
		'A month can still change until the evening of these days of the following month.',
		'Ein Monat kann sich noch bis zum Abend dieser Tage des Folgemonats ändern.',
	],
	submissionDay: ['Last day to submit receipts', 'Letzter Tag, um Belege einzureichen'],
	submissionDayHint: [
		'On or before the day below. If empty, the same day is used.',
		'Spätestens am Tag darunter. Wenn leer, gilt derselbe Tag.',
	],
	payrollReferenceDay: ['Last day to decide on receipts', 'Letzter Tag, um über Belege zu entscheiden'],
	payrollReferenceDayHint: [
		'1 to 28. The month closes at the end of this day.',
		'1 bis 28. Am Ende dieses Tages wird der Monat abgerechnet.',
	],
	dayOfMonth: ['Please enter a day from 1 to 28.', 'Bitte geben Sie einen Tag von 1 bis 28 ein.'],
	deadlines: ['Deadlines', 'Fristen'],
	submittedUntil: ['Submit until', 'Einreichen bis'],
	decidedUntil: ['Decide until', 'Entscheiden bis'],
	closesNow: (month: string) => [
		`${month} could no longer change and would be paid out at once.`,
		`${month} ließe sich nicht mehr ändern und würde sofort abgerechnet.`,
	],
	opensAgain: (month: string) => [
		`${month} could change again, unless it is already closed.`,
		`${month} ließe sich wieder ändern, solange er nicht abgeschlossen ist.`,
	],
	receiptRequiredModules: ['Approve only with a receipt', 'Nur mit Beleg genehmigen'],
	limits: ['Legal limits', 'Gesetzliche Grenzen'],
	limitsHint: [
		'Verifiers and payroll see a warning above German limits. Nothing is refused. Sports counts together with vouchers.',
		'Oberhalb deutscher Grenzen erscheint bei Prüfung und Abrechnung ein Hinweis. Nichts wird abgelehnt. Sport zählt mit Gutscheinen zusammen.',
	],
	observedLimits: ['Warn above the limit of', 'Hinweis oberhalb der Grenze für'],
});

const change = { ...companyChange, words: WORDS };
const dayOfMonth = number({ unreadable: 'dayOfMonth' });

const general = form({
	...change,
	part: 'general',
	fields: { name: text({ autocomplete: 'organization' }), language, senderName: optional(text()) },
});
const receipts = form({
	...change,
	part: 'receipts',
	fields: { receiptRequiredModules: manyOf(MODULES, MODULE_NAMES) },
});
const limits = form({
	...change,
	part: 'limits',
	fields: { observedLimits: manyOf(LIMITED_MODULES, MODULE_NAMES) },
});
const days = form({
	...change,
	part: 'days',
	fields: { submissionDay: optional(dayOfMonth), payrollReferenceDay: dayOfMonth },
	preview: previewed,
});

export function takeSettings(app: App): void {
	takeOn(app, '/company', [general, receipts, limits, days, color], {
		operation: 'updateCompany',
		show: showSettings,
	});
	takeLogo(app, showSettings);
}

export async function showSettings(c: Context) {
	const [call, companyId] = [reading(c), companyNamed(c, 'updateCompany')];
	const [company, latestClosed] = await Promise.all([
		readCompany(call, companyId),
		readLatestClosed(call, companyId),
	]);
	const content = <Settings company={company} latestClosed={latestClosed} />;
	return companyPage(c, { path: '/company', scripts: ['preview.js'] }, content);
}

interface SettingsProps {
	company: Awaited<ReturnType<typeof readCompany>>;
	latestClosed: Instant | null;
}

function Settings({ company, latestClosed }: SettingsProps) {
	const { c, words } = useReader(WORDS);
	const { refusal, after } = sentWith(c, days);
	const shared = { to: addressIn(c, '/company'), record: company };
	return (
		<div class="columns">
			<div>
				<Panel title={words.general}>
					<FormFor of={general} {...shared} />
				</Panel>
				<Look company={company} />
				<Panel title={words.receipts}>
					<FormFor of={receipts} {...shared} />
				</Panel>
				<Panel title={words.limits}>
					<p class="hint">{words.limitsHint}</p>
					<FormFor of={limits} {...shared} />
				</Panel>
			</div>
			<div>
				<Panel title={words.days}>
					<p class="hint">{words.daysHint}</p>
					<FormFor of={days} {...shared} />
				</Panel>
				<Preview refusal={refusal}>
					<MovedDays before={company} after={after ?? company} latestClosed={latestClosed} />
				</Preview>
			</div>
		</div>
	);
}

interface Days {
	payrollReferenceDay: number;
	submissionDay: number | null;
}

/** The number of months that `MovedDays` shows. */
const SHOWN = 4;

/** Until when expenses of the open months can be submitted and decided on, before and after the change. */
function MovedDays({
	before,
	after,
	latestClosed,
}: { before: Days; after: Days } & Pick<SettingsProps, 'latestClosed'>) {
	const { c, say, words } = useReader(WORDS);
	const { now } = c.var;
	const opens = [before, after].map((days) => earliestOpen(now, days.payrollReferenceDay, latestClosed));
	const [openBefore = now, openAfter = now] = opens;
	const months = Array.from({ length: SHOWN }, (_, index) => addMonths(Math.min(...opens), index));
	const moved = (daysOf: (days: Days) => number) => (month: Instant) => {
		const [old, fresh] = [before, after].map((days) =>
			say.shortDay(changeableUntil(month, daysOf(days), null)),
		);
		return old === fresh ? old : `${old} → ${fresh}`;
	};
	const submission = moved(({ submissionDay, payrollReferenceDay }) => submissionDay ?? payrollReferenceDay);
	const decision = moved(({ payrollReferenceDay }) => payrollReferenceDay);
	return (
		<>
			<List
				caption={words.deadlines}
				rows={months}
				columns={[
					{ title: words.month, of: (month) => say.monthName(toYearMonth(startOfMonth(month))) },
					{ title: words.submittedUntil, of: submission },
					{ title: words.decidedUntil, of: decision },
				]}
				readsDown
			/>
			{openAfter > openBefore && <p>{words.closesNow(say.monthName(toYearMonth(openBefore)))}</p>}
			{openAfter < openBefore && <p>{words.opensAgain(say.monthName(toYearMonth(openAfter)))}</p>}
		</>
	);
}
