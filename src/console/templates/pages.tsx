import { DEFAULT_TEMPLATE_ID } from '../../core/tax-rules.ts';
import {
	listTemplatesOfCompany,
	readTemplateInUse,
	type UsedTemplate,
} from '../../flex/tax-rules/actions.ts';
import type { TaxRuleTemplate, TemplateAccess } from '../../flex/tax-rules/store.ts';
import { CompanyName, companyNamed } from '../company-choice.tsx';
import { BASE, type Context } from '../env.ts';
import { Heading, page, useReader, useWords } from '../page.tsx';
import { Day, Empty, Note, Paging, Panel, pageOf, Table } from '../parts.tsx';
import { reachOf } from '../screen.ts';
import { addressOf, TEMPLATES } from './place.ts';
import { RuleTexts } from './rule-text.tsx';
import { WORDS } from './words.ts';

const PAGE = 50;

export async function showTemplates(c: Context, companyId: string): Promise<Response> {
	const after = c.req.query('after') ?? '';
	const found = await listTemplatesOfCompany(c.var.call, companyId, after, PAGE + 1);
	const { shown, next } = pageOf(found, ({ id }) => id, PAGE);
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.templates },
		<>
			<Heading title={words.templates} above={<CompanyName companyId={companyId} choice={TEMPLATES} />}>
				<Create companyId={companyId} label={words.create} />
			</Heading>
			<p class="hint">{words.hint}</p>
			<Templates companyId={companyId} templates={shown} />
			<Paging next={next} />
		</>,
	);
}

/** The name of a template; the built-in one is called in the reader's language. */
const calledIn = ({ standard }: { standard: string }, { id, name }: Pick<TaxRuleTemplate, 'id' | 'name'>) =>
	id === DEFAULT_TEMPLATE_ID ? standard : name;

/** Only for whoever may: a verifier reads templates. */
function Create({ companyId, label, like }: { companyId: string; label: string; like?: string }) {
	const { visitor } = useReader();
	if (visitor === undefined || reachOf(visitor, 'createTaxRuleTemplate') === null) return null;
	return (
		<a class="button main" href={addressOf(companyId, '/new', like === undefined ? {} : { like })}>
			{label}
		</a>
	);
}

function Templates({ companyId, templates }: { companyId: string; templates: readonly UsedTemplate[] }) {
	const { say } = useReader();
	const words = useWords(WORDS);
	return (
		<Table
			caption={words.templates}
			columns={[words.name, words.rules, words.people, words.later]}
			numeric={[2, 3]}
			rows={templates.map(({ id, name, rules, people, later }) => [
				<bdi>
					<a href={addressOf(companyId, `/${id}`)}>{calledIn(words, { id, name })}</a>
				</bdi>,
				id === DEFAULT_TEMPLATE_ID ? words.builtIn : <RuleTexts rules={rules} />,
				say.number(people),
				say.number(later),
			])}
		/>
	);
}

/** After which access the list goes on. */
function keyIn(c: Context) {
	const [, employeeId = '', id = '0'] =
		/^([0-9a-f-]{1,36})\.(-?\d{1,15})$/.exec(c.req.query('after') ?? '') ?? [];
	return { employeeId, id };
}

export async function showTemplate(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'readTaxRuleTemplate');
	const templateId = (c.req.param('templateId') ?? '').toLowerCase();
	const { template, accesses } = await readTemplateInUse(
		c.var.call,
		companyId,
		templateId,
		keyIn(c),
		PAGE + 1,
	);
	const { shown, next } = pageOf(accesses, ({ employeeId, validFrom }) => `${employeeId}.${validFrom}`, PAGE);
	return page(
		c,
		{ title: calledIn(WORDS[c.var.language], template) },
		<TemplatePage companyId={companyId} template={template} accesses={shown} next={next} />,
	);
}

interface TemplateProps {
	companyId: string;
	template: TaxRuleTemplate;
	accesses: readonly TemplateAccess[];
	next: string | null;
}

function TemplatePage({ companyId, template: { id, name, rules }, accesses, next }: TemplateProps) {
	const { c } = useReader();
	const words = useWords(WORDS);
	return (
		<>
			<Heading
				title={calledIn(words, { id, name })}
				above={<a href={addressOf(companyId)}>{words.templates}</a>}
			>
				<Create companyId={companyId} label={words.copy} like={id} />
			</Heading>
			{c.req.query('saved') !== undefined && <Note mood="good">{words.saved}</Note>}
			<Panel title={words.rules}>
				<div>{id === DEFAULT_TEMPLATE_ID ? words.builtIn : <RuleTexts rules={rules} />}</div>
				<p class="hint">{words.kept}</p>
			</Panel>
			<Panel title={words.users}>
				{accesses.length === 0 ? <Empty>{words.nobody}</Empty> : <Accesses accesses={accesses} />}
				<Paging next={next} />
			</Panel>
		</>
	);
}

function Accesses({ accesses }: { accesses: readonly TemplateAccess[] }) {
	const words = useWords(WORDS);
	return (
		<Table
			caption={words.users}
			columns={[words.person, words.from, words.until]}
			rows={accesses.map(({ employeeId, firstName, lastName, email, validFrom, validUntil }) => [
				<bdi>
					<a href={`${BASE}/people/${employeeId}`}>
						{[firstName, lastName].filter(Boolean).join(' ') || email}
					</a>
				</bdi>,
				<Day at={validFrom} />,
				validUntil === null ? words.open : <Day at={validUntil} />,
			])}
		/>
	);
}
