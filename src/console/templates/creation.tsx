import { createTaxRuleTemplate, readTaxRuleTemplate } from '../../benefits/flex/tax-rules/actions.ts';
import { createTaxRuleTemplateRoute } from '../../benefits/flex/tax-rules/contract.ts';
import { MODULES, type TaxRule } from '../../foundation/core/modules.ts';
import { MODULE_NAMES } from '../../foundation/core/words.ts';
import { readCompany } from '../../tenants/companies/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import { addressFor, BASE, type Context } from '../env.ts';
import { Field, MoneyField, Select, Tick } from '../field.tsx';
import { Buttons, Form, Submit } from '../form.tsx';
import { titledPage, useWords } from '../page.tsx';
import { ButtonLink, Panel } from '../parts.tsx';
import { changed, checked } from '../submit.ts';
import { amountIn, isTicked, textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { catalogue } from '../words.ts';

export const WORDS = catalogue({
	templates: ['Tax rules', 'Steuerregeln'],
	hint: [
		'A template limits what a budget may be used for. Each flex budget has one.',
		'Eine Vorlage begrenzt, wofür ein Budget verwendet werden darf. Jedes Flex-Budget hat eine.',
	],
	standard: ['Default', 'Standard'],
	builtIn: ['built in, without limits', 'eingebaut, ohne Grenzen'],
	create: ['New template', 'Neue Vorlage'],
	copy: ['Copy template', 'Vorlage kopieren'],
	rules: ['Rules', 'Regeln'],
	people: ['People now', 'Personen jetzt'],
	later: ['Starting later', 'Beginn später'],
	noBounds: ['no limits', 'ohne Grenzen'],
	amounts: (amounts: string) => [`up to ${amounts} per month`, `höchstens ${amounts} im Monat`],
	upToDays: (days: number) =>
		days === 1
			? ['up to one day per month', 'höchstens ein Tag im Monat']
			: [`up to ${days} days per month`, `höchstens ${days} Tage im Monat`],
	transport: ['public transport only', 'nur öffentliche Verkehrsmittel'],
	saved: [
		'Saved. You can now select this template for a budget.',
		'Gespeichert. Sie können die Vorlage jetzt für Budgets auswählen.',
	],
	kept: [
		'A template cannot be changed or deleted, because budgets use it. To apply other rules, change the budget of the person.',
		'Eine Vorlage lässt sich weder ändern noch löschen, weil Budgets sie verwenden. Für andere Regeln ändern Sie das Budget der Person.',
	],
	users: ['People with this template', 'Personen mit dieser Vorlage'],
	nobody: [
		'No budget uses this template yet. Select it when you give somebody a budget.',
		'Noch kein Budget verwendet diese Vorlage. Wählen Sie sie aus, wenn Sie ein Budget geben.',
	],
	ruleNumber: (number: number) => [`Rule ${number}`, `Regel ${number}`],
	budget: ['Euros per month', 'Euro im Monat'],
	days: ['Days per month', 'Tage im Monat'],
	daysHint: [
		'1 to 31. If empty, there is no limit.',
		'1 bis 31. Bleibt das Feld leer, gibt es keine Grenze.',
	],
	number: ['Please enter a number from 1 to 31.', 'Bitte geben Sie eine Zahl von 1 bis 31 ein.'],
	onlyModule: ['Only for', 'Nur für'],
	allModules: ['all benefits', 'alle Leistungen'],
	forModule: (name: string) => [`only for ${name}`, `nur für ${name}`],
	modules: MODULE_NAMES,
	another: ['Add rule', 'Regel hinzufügen'],
	creationHint: [
		'All rules apply together. You cannot change a template later, so no access changes unnoticed.',
		'Alle Regeln gelten zusammen. Sie können eine Vorlage später nicht ändern. So ändert sich kein Zugang unbemerkt.',
	],
});

export const TEMPLATES = `${BASE}/templates`;

export const templatesAddress = (
	companyId: string,
	path = '',
	values: Record<string, string | undefined> = {},
) => addressFor(`/templates${path}`, companyId, values);

/** The form stays readable with this many rules, and no company has asked for more. */
const MOST_RULES = 10;

const ruleCountIn = (typed: FormData): number =>
	Math.min(MOST_RULES, Math.max(1, Number(textIn(typed, 'rules')) || 1));

function ruleIn(typed: FormData, index: number) {
	const [budget, days] = [textIn(typed, `budget-${index}`), textIn(typed, `days-${index}`)];
	return {
		budgets: budget === '' ? [] : [{ budget: amountIn(typed, `budget-${index}`) }],
		maxDaysPerMonth: days === '' ? null : Number(days),
		isOnlyPublicTransportAllowed: isTicked(typed, `transport-${index}`),
		module: textIn(typed, `module-${index}`) || null,
	};
}

export async function create(c: Context, typed: FormData): Promise<Response> {
	const companyId = companyNamed(c, 'createTaxRuleTemplate');
	const count = ruleCountIn(typed);
	if (textIn(typed, '_do') === 'another') {
		typed.set('rules', String(Math.min(MOST_RULES, count + 1)));
		c.set('sent', { status: 200 });
		return showCreation(c);
	}
	const fields = checked(createTaxRuleTemplateRoute, {
		name: textIn(typed, 'name'),
		rules: Array.from({ length: count }, (_, index) => ruleIn(typed, index)),
		companyIds: [companyId],
	});
	return changed(c, {
		attempt: (call) => createTaxRuleTemplate(call, fields),
		to: ({ id }) => templatesAddress(companyId, `/${id}`, { saved: '' }),
	});
}

export async function showCreation(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'createTaxRuleTemplate');
	const words = WORDS[c.var.language];
	const model = c.req.query('like');
	const call = reading(c);
	const [, like] = await Promise.all([
		readCompany(call, companyId),
		model === undefined ? null : readTaxRuleTemplate(call, model.toLowerCase()),
	]);
	const rules = like?.rules ?? [];
	const { sent, typed } = c.var;
	const count = sent === undefined ? Math.max(1, rules.length) : ruleCountIn(typed);
	return titledPage(
		c,
		{
			title: words.create,
			above: <a href={templatesAddress(companyId)}>{words.templates}</a>,
			isNarrow: true,
		},
		<Panel>
			<Form to={templatesAddress(companyId, '/new')}>
				<p class="hint">{words.creationHint}</p>
				<Field name="name" label={words.name} autocomplete="off" />
				<input type="hidden" name="rules" value={String(count)} />
				{Array.from({ length: Math.min(count, MOST_RULES) }, (_, index) => (
					<Rule index={index} rule={rules[index]} />
				))}
				<Buttons>
					<Submit look="main">{words.save}</Submit>
					<button type="submit" name="_do" value="another" formnovalidate>
						{words.another}
					</button>
					<ButtonLink to={`${TEMPLATES}?company=${companyId}`}>{words.cancel}</ButtonLink>
				</Buttons>
			</Form>
		</Panel>,
	);
}

function Rule({ index, rule }: { index: number; rule: TaxRule | undefined }) {
	const words = useWords(WORDS);
	const days = rule?.maxDaysPerMonth;
	return (
		<fieldset class="group">
			<legend>{words.ruleNumber(index + 1)}</legend>
			<MoneyField
				name={`budget-${index}`}
				label={words.budget}
				at={`rules/${index}/budgets`}
				value={rule?.budgets[0]?.budget.value ?? null}
				isOptional
			/>
			<Field
				name={`days-${index}`}
				label={words.days}
				at={`rules/${index}/maxDaysPerMonth`}
				hint={words.daysHint}
				inputmode="numeric"
				unreadable={words.number}
				value={days == null ? '' : String(days)}
				isOptional
			/>
			<Select
				name={`module-${index}`}
				label={words.onlyModule}
				at={`rules/${index}/module`}
				value={rule?.module ?? null}
				none={words.allModules}
				options={MODULES.map((value) => ({ value, label: words.modules[value] }))}
				isOptional
			/>
			<Tick
				name={`transport-${index}`}
				label={words.transport}
				isOn={rule?.isOnlyPublicTransportAllowed ?? false}
			/>
		</fieldset>
	);
}
