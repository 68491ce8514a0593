import { answerFile } from '../../http/file.ts';
import { importEmployees, readImportTemplate } from '../../onboarding/import/actions.ts';
import { previewToWire, reportToWire } from '../../onboarding/import/contract.ts';
import { templateFile } from '../../onboarding/import/file.ts';
import { asApi, type Context } from '../env.ts';
import type { Refused } from '../form.tsx';
import { sayIn } from '../format.ts';
import { page } from '../page.tsx';
import { addressOf, requireCompany } from '../people/search.ts';
import type { Screen } from '../screen.ts';
import { previewed, reported, requirePreviewed, submitted } from '../submit.ts';
import { textIn } from '../typed.ts';
import { ColumnStep } from './column-step.tsx';
import { DoneStep } from './done-step.tsx';
import { FileStep } from './file-step.tsx';
import { type Given, givenIn, rowsIn } from './given.ts';
import { reasonIn } from './reasons.ts';
import { refusedLines } from './refused.ts';
import { ReportStep } from './report-step.tsx';
import { WORDS } from './words.ts';

const CSV = 'text/csv; charset=utf-8';

/** A file of people: which one, which column is which, what would become of each row, and what was done. The list leads here. */
export const importing: Screen = {
	links: [],
	isFor: () => false,
	serve(app) {
		app.get('/people/import', (c) => showFile(c));
		app.get('/people/import/template', async (c) => {
			const language = c.req.query('language') === 'de' ? 'de' : 'en';
			await readImportTemplate(c.var.call, requireCompany(c));
			return answerFile(asApi(c), `employees-${language}.csv`, CSV, templateFile(language));
		});
		app.post('/people/import', (c) =>
			submitted(
				c,
				async (typed) => {
					const [companyId, given] = [requireCompany(c), await givenIn(typed)];
					return submitted(
						c,
						() => proceed(c, companyId, given),
						(refused, status) => showColumns(c, companyId, given, refused, status),
					);
				},
				(refused, status) => showFile(c, refused, status),
			),
		);
	},
};

const show = (c: Context, content: unknown, status = 200) =>
	page(c, { title: WORDS[c.var.language].title }, content, status);

const showFile = (c: Context, state: Refused = {}, status = 200) =>
	show(c, <FileStep companyId={requireCompany(c)} state={state} />, status);

const showColumns = (c: Context, companyId: string, given: Given, state: Refused, status = 200) =>
	show(c, <ColumnStep companyId={companyId} given={given} state={state} />, status);

async function proceed(c: Context, companyId: string, given: Given): Promise<Response> {
	const wish = textIn(c.var.typed, '_do');
	if (wish === 'check') return showReport(c, companyId, given);
	if (wish === 'refused') return sendRefused(c, companyId, given);
	if (wish !== 'save') return showColumns(c, companyId, given, { typed: c.var.typed });
	return submitted(
		c,
		() => save(c, companyId, given),
		(refused, status) => showReport(c, companyId, given, refused, status),
	);
}

const reportOf = (c: Context, companyId: string, given: Given) => {
	const rows = rowsIn(c.var.typed, given);
	return previewed(c, (call) => importEmployees(call, companyId, rows, true));
};

async function showReport(c: Context, companyId: string, given: Given, state: Refused = {}, status = 200) {
	const report = await reportOf(c, companyId, given);
	return show(c, <ReportStep companyId={companyId} given={given} state={state} report={report} />, status);
}

async function sendRefused(c: Context, companyId: string, given: Given): Promise<Response> {
	const { language } = c.var;
	const report = await reportOf(c, companyId, given);
	const file = refusedLines(given, report, language, reasonIn(sayIn(language)));
	return answerFile(asApi(c), 'refused-rows.csv', CSV, file);
}

/** Imports what the report has said, no more and nothing else. */
async function save(c: Context, companyId: string, given: Given): Promise<Response> {
	const rows = rowsIn(c.var.typed, given);
	const counts = await reported(c, {
		attempt: async (call) => {
			const outcome = await importEmployees(call, companyId, rows, true);
			requirePreviewed(c, previewToWire(outcome.after));
			return outcome;
		},
		to: () => addressOf(companyId),
		toWire: reportToWire,
	});
	const done = counts as ReturnType<typeof reportToWire>;
	return show(c, <DoneStep companyId={companyId} given={given} state={{}} counts={done} />);
}
