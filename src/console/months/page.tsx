import { addMonths, toYearMonth } from '../../core/instant.ts';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { sayIn } from '../format.ts';
import { Heading, page, useReader } from '../page.tsx';
import { Empty, Paging, pageOf } from '../parts.tsx';
import { addressOf as payrollAddress } from '../payroll/place.ts';
import { Filters } from './filters.tsx';
import { ListLinks } from './links.tsx';
import type { Asked, ListedRow, Listing } from './listing.ts';
import { addressOf, askedIn } from './place.ts';
import { Rows } from './rows.tsx';
import { ofLanguage } from './words.ts';

const PAGE = 50;

/** A list of a month, a page of it at a time. */
export async function showList<Row extends ListedRow>(c: Context, listing: Listing<Row>): Promise<Response> {
	const asked = askedIn(c, companyNamed(c, listing.operation));
	const rows = await listing.load(c.var.call, asked, c.req.query('after') ?? '', PAGE + 1);
	const { shown, next } = pageOf(rows, listing.cursorOf, PAGE);
	const words = ofLanguage(c.var.language);
	const month = sayIn(c.var.language).monthName(toYearMonth(asked.month));
	const title = words.of(words.titles[listing.name], month);
	return page(
		c,
		{ title },
		<>
			<Head title={title} asked={asked} name={listing.name} />
			<Filters asked={asked} name={listing.name} states={listing.states ?? []} />
			{shown.length === 0 ? (
				<Empty>{words.none[listing.name]}</Empty>
			) : (
				<Rows caption={title} listing={listing} rows={shown} />
			)}
			<Paging next={next} />
		</>,
	);
}

interface HeadProps {
	title: string;
	asked: Asked;
	name: Listing<ListedRow>['name'];
}

/** Which list it is, with the way to the others, to other months and to the file. */
function Head({ title, asked, name }: HeadProps) {
	const { c } = useReader();
	const words = ofLanguage(c.var.language);
	const turned = (count: number) => addressOf(name, { ...asked, month: addMonths(asked.month, count) });
	return (
		<>
			<Heading title={title} above={<a href={payrollAddress(asked.companyId)}>{words.payroll}</a>}>
				<a class="button" href={addressOf(`${name}/export`, asked)}>
					{words.export}
				</a>
			</Heading>
			<ListLinks present={name} toOf={(one) => addressOf(one, { ...asked, state: undefined })} />
			<p class="links">
				<a href={turned(-1)}>‹ {words.earlier}</a>
				<a href={turned(1)}>{words.later} ›</a>
			</p>
		</>
	);
}
