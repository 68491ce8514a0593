import { templateFile } from '../../benefits/onboarding/file/contract.ts';
import { newImport, readImportTemplate } from '../../benefits/onboarding/import/actions.ts';
import { previewToWire, reportToWire } from '../../benefits/onboarding/import/contract.ts';
import { answerFile } from '../../foundation/http/file.ts';
import { asApi, type Context, type Screen } from '../env.ts';
import { peopleAddress, requireCompany } from '../people/search.ts';
import { previewed, reported, requirePreviewed, submitted, takePost } from '../submit.ts';
import { textIn } from '../typed.ts';
import { type Given, givenIn, refusedLines, rowsIn } from './rows.ts';
import { showColumns, showDone, showFile, showReport } from './steps.tsx';

const CSV = 'text/csv; charset=utf-8';

/** Imports people from a file: its selection, its columns, a preview of each row, and the report. The list of people links here. */
export const importing: Screen = {
	links: [],
	serve(app) {
		app.get('/people/import', showFile);
		app.get('/people/import/template', async (c) => {
			const language = c.req.query('language') === 'de' ? 'de' : 'en';
			await readImportTemplate(c.var.call, requireCompany(c));
			return answerFile(asApi(c), `employees-${language}.csv`, CSV, templateFile(language));
		});
		takePost(app, '/people/import', takeFile, showFile);
	},
};

/** Takes the next step. A step that is refused is shown again. */
async function takeFile(c: Context, typed: FormData): Promise<Response> {
	requireCompany(c);
	const given = await givenIn(typed);
	const columns = () => showColumns(c, given);
	const report = async () => showReport(c, given, await reportOf(c, given));
	const refused = async () => {
		const file = refusedLines(given, await reportOf(c, given), c.var.language);
		return answerFile(asApi(c), 'refused-rows.csv', CSV, file);
	};
	const save = () => submitted(c, () => saveRows(c, given), report);
	const steps = new Map(Object.entries({ check: report, refused, save }));
	return submitted(c, async () => (steps.get(textIn(typed, '_do')) ?? columns)(), columns);
}

const reportOf = (c: Context, given: Given) => {
	const rows = rowsIn(c.var.typed, given);
	return previewed(c, newImport(requireCompany(c), rows, true));
};

/** Imports exactly what the preview has shown. */
async function saveRows(c: Context, given: Given): Promise<Response> {
	const companyId = requireCompany(c);
	const rows = rowsIn(c.var.typed, given);
	const attempt = newImport(companyId, rows, true);
	const counts = await reported(c, {
		attempt: async (call) => {
			const outcome = await attempt(call);
			requirePreviewed(c, previewToWire(outcome.after));
			return outcome;
		},
		to: () => peopleAddress(companyId),
		toWire: reportToWire,
	});
	return showDone(c, given, counts as ReturnType<typeof reportToWire>);
}
