import { listTemplatesOfCompany, readTemplateInUse } from '../../benefits/flex/tax-rules/actions.ts';
import type { TaxRuleTemplate, TemplateAccess } from '../../benefits/flex/tax-rules/store.ts';
import { DEFAULT_TEMPLATE_ID } from '../../foundation/core/modules.ts';
import { CompanyName, chooseCompany, companyNamed } from '../company-choice.tsx';
import { BASE, type Context, companyIn, idIn, type Screen } from '../env.ts';
import { afterIn, List, PAGE_AND_ONE } from '../listing.tsx';
import { fullName } from '../names.ts';
import { titledPage, useReader } from '../page.tsx';
import { Done, MainLink, NameLink, Panel } from '../parts.tsx';
import { NameTag } from '../person-name.tsx';
import { takePost } from '../submit.ts';
import { create, showCreation, TEMPLATES, templatesAddress, WORDS } from './creation.tsx';

/** The templates limit what budgets may be used for. */
export const templates: Screen = {
	links: [
		{
			path: '/templates',
			group: 'setUp',
			operation: 'createTaxRuleTemplate',
			title: (language) => WORDS[language].templates,
		},
	],
	serve(app) {
		app.get('/templates', showTemplates);
		app.get('/templates/new', showCreation);
		takePost(app, '/templates/new', create, showCreation);
		app.get('/templates/:templateId', showTemplate);
	},
};

async function showTemplates(c: Context): Promise<Response> {
	const words = WORDS[c.var.language];
	const companyId = companyIn(c, 'listTaxRuleTemplates');
	if (companyId === null) {
		return chooseCompany(c, {
			operation: 'listTaxRuleTemplates',
			title: words.templates,
			none: words.noCompany,
			addressOf: templatesAddress,
		});
	}
	return titledPage(
		c,
		{
			title: words.templates,
			above: <CompanyName companyId={companyId} choice={TEMPLATES} />,
			actions: <Create companyId={companyId} label={words.create} />,
		},
		<>
			<p class="hint">{words.hint}</p>
			<List
				caption={words.templates}
				columns={[
					{
						title: words.name,
						of: ({ id, name }) => (
							<NameLink to={templatesAddress(companyId, `/${id}`)}>{nameOf({ id, name }, words)}</NameLink>
						),
					},
					{ title: words.rules, of: (template) => <Rules of={template} /> },
					{ title: words.people, of: ({ people }) => people, isNumeric: true },
					{ title: words.later, of: ({ later }) => later, isNumeric: true },
				]}
				rows={await listTemplatesOfCompany(c.var.call, companyId, afterIn(c), PAGE_AND_ONE)}
				cursorOf={({ id }) => id}
			/>
		</>,
	);
}

/** Returns the name of a template. The built-in one is named in the reader's language. */
const nameOf = ({ id, name }: Pick<TaxRuleTemplate, 'id' | 'name'>, { standard }: { standard: string }) =>
	id === DEFAULT_TEMPLATE_ID ? standard : name;

/** The button that opens the form. Verifiers only read templates, so they do not see it. */
function Create({ companyId, label, like }: { companyId: string; label: string; like?: string }) {
	if (!useReader().may('createTaxRuleTemplate')) return null;
	return <MainLink to={templatesAddress(companyId, '/new', { like })}>{label}</MainLink>;
}

async function showTemplate(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'readTaxRuleTemplate');
	const [, employeeId = '', id = '0'] = /^([0-9a-f-]{1,36})\.(-?\d{1,15})$/.exec(afterIn(c)) ?? [];
	const [{ call, language }, templateId, after] = [c.var, idIn(c, 'templateId'), { employeeId, id }];
	const { template, accesses } = await readTemplateInUse(call, companyId, templateId, after, PAGE_AND_ONE);
	const words = WORDS[language];
	return titledPage(
		c,
		{
			title: nameOf(template, words),
			above: <a href={templatesAddress(companyId)}>{words.templates}</a>,
			actions: <Create companyId={companyId} label={words.copy} like={template.id} />,
		},
		<>
			<Done says={{ saved: words.saved }} />
			<Panel title={words.rules}>
				<div>
					<Rules of={template} />
				</div>
				<p class="hint">{words.kept}</p>
			</Panel>
			<Panel title={words.users}>
				<List
					caption={words.users}
					columns={[
						{ title: words.person, of: (access) => <Beneficiary of={access} /> },
						{ title: words.validFrom, of: ({ validFrom }) => ({ day: validFrom }) },
						{
							title: words.validUntil,
							of: ({ validUntil }) => (validUntil === null ? words.open : { day: validUntil }),
						},
					]}
					rows={accesses}
					cursorOf={({ employeeId: person, validFrom }) => `${person}.${validFrom}`}
					none={words.nobody}
				/>
			</Panel>
		</>,
	);
}

function Beneficiary({ of }: { of: TemplateAccess }) {
	const { employeeId, email, personStatus } = of;
	const name = fullName(of) || email;
	const isLinked = useReader().may('readEmployee');
	return (
		<>
			{isLinked ? <NameLink to={`${BASE}/people/${employeeId}`}>{name}</NameLink> : <bdi>{name}</bdi>}
			<NameTag status={personStatus} />
		</>
	);
}

/** The rules of a template in words, one below the other. */
function Rules({ of: { id, rules } }: { of: Pick<TaxRuleTemplate, 'id' | 'rules'> }) {
	const { say, words } = useReader(WORDS);
	if (id === DEFAULT_TEMPLATE_ID) return <>{words.builtIn}</>;
	const texts = rules.map(({ budgets, maxDaysPerMonth: days, isOnlyPublicTransportAllowed, module }) => {
		const amounts = budgets.map(({ budget }) => say.amount(budget.value, budget.currency)).join(', ');
		const limits = [
			amounts !== '' && words.amounts(amounts),
			days !== null && words.upToDays(days),
			isOnlyPublicTransportAllowed && words.transport,
			module !== undefined && words.forModule(words.modules[module]),
		];
		return limits.filter(Boolean).join('; ');
	});
	const said = texts.filter((text) => text !== '');
	return <>{said.length === 0 ? words.noBounds : said.map((text) => <div>{text}</div>)}</>;
}
