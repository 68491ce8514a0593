import { readCompany } from '../../companies/actions.ts';
import type { TaxRule } from '../../core/modules.ts';
import { createTaxRuleTemplate, readTaxRuleTemplate } from '../../flex/tax-rules/actions.ts';
import { createTaxRuleTemplateRoute } from '../../flex/tax-rules/contract.ts';
import { companyNamed } from '../company-choice.tsx';
import { BASE, type Context } from '../env.ts';
import { Field, MoneyField, Tick } from '../field.tsx';
import { Buttons, Form, Submit } from '../form.tsx';
import { titledPage, useWords } from '../page.tsx';
import { ButtonLink, Panel } from '../parts.tsx';
import { changed, checked } from '../submit.ts';
import { amountIn, isTicked, textIn } from '../typed.ts';
import { reading } from '../visit.ts';
import { WORDS } from './words.ts';

export const TEMPLATES = `${BASE}/templates`;

/** An address of the templates of a company. */
export const addressOf = (companyId: string, path = '', more: Record<string, string> = {}): string =>
	`${TEMPLATES}${path}?${new URLSearchParams({ company: companyId, ...more })}`;

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
		to: ({ id }) => addressOf(companyId, `/${id}`, { saved: '' }),
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
		{ title: words.create, above: <a href={addressOf(companyId)}>{words.templates}</a>, isNarrow: true },
		<Panel>
			<Form to={addressOf(companyId, '/new')}>
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
				label={words.maxDays}
				at={`rules/${index}/maxDaysPerMonth`}
				hint={words.maxDaysHint}
				inputmode="numeric"
				unreadable={words.number}
				value={days == null ? '' : String(days)}
				isOptional
			/>
			<Tick
				name={`transport-${index}`}
				label={words.publicTransport}
				isOn={rule?.isOnlyPublicTransportAllowed ?? false}
			/>
		</fieldset>
	);
}
