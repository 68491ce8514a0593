import { readCompany, updateCompany } from '../../companies/actions.ts';
import { toWire, updateCompanyRoute } from '../../companies/contract.ts';
import { MODULES } from '../../core/modules.ts';
import { MODULE_NAMES } from '../../core/words.ts';
import { companyNamed } from '../company-choice.tsx';
import type { App, Context } from '../env.ts';
import { FormFor, form, sentWith, takeForm } from '../forms.tsx';
import { language, manyOf, number, optional, text } from '../kinds.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Panel, Preview } from '../parts.tsx';
import { previewed } from '../submit.ts';
import { MovedDays } from './days.tsx';
import { addressOf, Frame, savedAt } from './frame.tsx';
import { WORDS as SETTINGS } from './settings-words.ts';
import { WORDS } from './words.ts';

const change = { words: SETTINGS, contract: updateCompanyRoute, attempt: updateCompany, toWire };
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
const days = form({
	...change,
	part: 'days',
	fields: { submissionDay: optional(dayOfMonth), payrollReferenceDay: dayOfMonth },
	preview: previewed,
});

export const takeSettings = (app: App): void =>
	takeForm(app, '/company', [general, receipts, days], {
		idOf: (c) => companyNamed(c, 'updateCompany'),
		to: (companyId) => savedAt(companyId, 'settings'),
		show: showSettings,
	});

export async function showSettings(c: Context) {
	const companyId = companyNamed(c, 'updateCompany');
	const company = await readCompany(c.var.call, companyId);
	return page(
		c,
		{ title: WORDS[c.var.language].pages.settings, scripts: ['preview.js'] },
		<Frame companyId={companyId} name="settings">
			<Settings company={company} />
		</Frame>,
	);
}

function Settings({ company }: { company: Awaited<ReturnType<typeof readCompany>> }) {
	const { c } = useReader();
	const words = useWords(SETTINGS);
	const { refusal, after } = sentWith(c, days);
	const shared = { to: addressOf(company.id), record: company };
	return (
		<div class="columns">
			<div>
				<Panel title={words.general}>
					<FormFor of={general} {...shared} />
				</Panel>
				<Panel title={words.receipts}>
					<FormFor of={receipts} {...shared} />
				</Panel>
			</div>
			<div>
				<Panel title={words.days}>
					<p class="hint">{words.daysHint}</p>
					<FormFor of={days} {...shared} />
				</Panel>
				<Preview refusal={refusal}>
					<MovedDays before={company} after={after ?? company} />
				</Preview>
			</div>
		</div>
	);
}
