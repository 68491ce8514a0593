import { authorize } from '../../core/policy.ts';
import { chooseCompany, companyIn } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { reachOf, type Screen } from '../screen.ts';
import { submitted } from '../submit.ts';
import { create, showCreation } from './creation.tsx';
import { showTemplate, showTemplates } from './pages.tsx';
import { addressOf, TEMPLATES } from './place.ts';
import { WORDS } from './words.ts';

/** What bounds the use of budgets, and for whom. */
export const templates: Screen = {
	links: [{ path: TEMPLATES, title: { en: WORDS.en.templates, de: WORDS.de.templates } }],
	isFor: (visitor) => reachOf(visitor, 'createTaxRuleTemplate') !== null,
	serve(app) {
		app.get('/templates', (c) => {
			const companyId = companyIn(c, 'listTaxRuleTemplates');
			return companyId === null ? showCompanies(c) : showTemplates(c, companyId);
		});
		app.get('/templates/new', (c) => showCreation(c));
		app.post('/templates/new', (c) =>
			submitted(
				c,
				(typed) => create(c, typed),
				(refused, status) => showCreation(c, refused, status),
			),
		);
		app.get('/templates/:templateId', showTemplate);
	},
};

function showCompanies(c: Context): Promise<Response> {
	const { templates: title, noCompany: none } = WORDS[c.var.language];
	const scope = authorize(c.var.call.actor, 'listTaxRuleTemplates');
	return chooseCompany(c, { scope, title, none, addressOf });
}
