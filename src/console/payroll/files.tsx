import type { Child } from 'hono/jsx';
import { exportPayrollRun, makePayrollFile } from '../../benefits/payroll/export/actions.ts';
import { exportFormat, partMonth } from '../../benefits/payroll/export/contract.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../benefits/payroll/export/rules.ts';
import type { ObstacleCode } from '../../benefits/payroll/obstacles/rules.ts';
import type { FaultyLine } from '../../benefits/payroll/open-run/rules.ts';
import { readLugProfile } from '../../benefits/payroll/settings/actions.ts';
import type { RunSheet } from '../../benefits/payroll/sheets/actions.ts';
import { type Instant, toYearMonth } from '../../foundation/core/instant.ts';
import { invalidField, notFound } from '../../foundation/core/refusals.ts';
import { answerFile, streamOf } from '../../foundation/http/file.ts';
import { companyNamed } from '../company-choice.tsx';
import { asApi, type Context, idIn } from '../env.ts';
import { Buttons, Form, type Refused } from '../form.tsx';
import { List } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Note, Panel, Time } from '../parts.tsx';
import { sentenceOf } from '../refusals.ts';
import { textIn } from '../typed.ts';
import { faultyColumns } from './lines.tsx';
import { OfficeObstacle } from './obstacles.tsx';
import { payrollAddress, useNames } from './place.tsx';
import { WORDS } from './words.ts';

/** Creates a file of a run, and records it in the register. The page of the run then says so, and starts the download. */
export async function makeFile(c: Context, typed: FormData): Promise<Response> {
	const { data: format } = exportFormat.safeParse(textIn(typed, 'format'));
	if (format === undefined) throw invalidField('format', 'required', 'Choose a format.');
	const [companyId, runId, month] = [
		companyNamed(c, 'exportPayrollRun'),
		idIn(c, 'runId'),
		textIn(typed, 'month'),
	];
	await makePayrollFile(c.var.call, companyId, runId, {
		format,
		reissue: isReissue(typed),
		leaveOut: textIn(typed, '_do') === 'leave-out',
		part: partNamed(month),
	});
	const made = { made: format, ...(month !== '' && { month }) };
	return c.redirect(payrollAddress(companyId, `/runs/${runId}`, made), 303);
}

export async function giveFile(c: Context): Promise<Response> {
	const companyId = companyNamed(c, 'exportPayrollRun');
	const { data: format } = exportFormat.safeParse(c.req.query('format'));
	if (format === undefined) throw notFound('page');
	const wish = {
		format,
		reissue: false,
		leaveOut: false,
		onlyMade: true,
		part: partNamed(c.req.query('month') ?? ''),
	};
	const { name, mediaType, content } = await exportPayrollRun(c.var.call, companyId, idIn(c, 'runId'), wish);
	return answerFile(asApi(c), name, mediaType, await streamOf(content));
}

const downloadAddress = (companyId: string, runId: string, format: ExportFormat, month?: string) =>
	payrollAddress(companyId, `/runs/${runId}/file`, { format, month });

/** Begins the download of a file that was just made. Returns the link for browsers that do not begin it by themselves. */
export function beginDownload(c: Context, companyId: string, runId: string): Child {
	const { data: format } = exportFormat.safeParse(c.req.query('made'));
	if (format === undefined) return null;
	const to = downloadAddress(companyId, runId, format, c.req.query('month'));
	c.header('Refresh', `0; url=${to}`);
	return <a href={to}>{WORDS[c.var.language].download}</a>;
}

/** Answers the profile by which DATEV Lohn und Gehalt reads our file. */
export async function giveProfile(c: Context): Promise<Response> {
	const profile = await readLugProfile(c.var.call, companyNamed(c, 'readLugProfile'));
	return answerFile(asApi(c), 'zubrot-lug.ini', 'application/octet-stream', profile);
}

interface FilesProps {
	companyId: string;
	sheet: RunSheet;
	hindered: readonly FaultyLine[];
}

/** The format of the payroll office, and then the other formats. */
export function Files({ companyId, sheet, hindered }: FilesProps) {
	const { c, words } = useReader(WORDS);
	const { typed, sent } = c.var;
	const to = payrollAddress(companyId, `/runs/${sheet.run.id}/files`);
	const rowsOf = (formats: readonly ExportFormat[]) => (
		<ul class="rows">
			{formats.map((format) => (
				<FormatRow companyId={companyId} sheet={sheet} format={format} />
			))}
		</ul>
	);
	const others = EXPORT_FORMATS.filter((format) => format !== sheet.format);
	return (
		<Panel title={words.files}>
			{sheet.format !== null && rowsOf([sheet.format])}
			<details open={sheet.format === null}>
				<summary>{words.otherFormats}</summary>
				{rowsOf(others)}
			</details>
			{sent?.refusal && <NoFile to={to} hindered={hindered} typed={typed} refusal={sent.refusal} />}
			<p class="hint">{words.reissueHint}</p>
			<p>
				<a href={payrollAddress(companyId, '/lug-profile')}>{words.profile}</a>
			</p>
		</Panel>
	);
}

interface FormatProps {
	companyId: string;
	sheet: RunSheet;
	format: ExportFormat;
}

function FormatRow({ companyId, sheet, format }: FormatProps) {
	const words = useWords(WORDS);
	const last = sheet.files.filter((file) => file.format === format).at(-1);
	const main = sheet.format === format ? 'button main' : 'button';
	return (
		<li>
			<span>
				{words.formats[format]} {sheet.format === format && <Badge mood="good">{words.officeFormat}</Badge>}
				<small class="below">
					{last === undefined ? (
						words.notGiven
					) : (
						<>
							{words.version(last.version)}, <Time at={last.dateCreated} />
						</>
					)}
				</small>
			</span>
			<Form to={payrollAddress(companyId, `/runs/${sheet.run.id}/files`)}>
				<input type="hidden" name="format" value={format} />
				<Buttons>
					{last === undefined ? (
						<button type="submit" class={main}>
							{words.make}
						</button>
					) : (
						<a class={main} href={downloadAddress(companyId, sheet.run.id, format)}>
							{words.download}
						</a>
					)}
					{format === 'datev-lug' && <LeaverParts sheet={sheet} last={last} />}
					{last !== undefined && (
						<button type="submit" name="_do" value="reissue">
							{words.reissue}
						</button>
					)}
				</Buttons>
			</Form>
		</li>
	);
}

/** A button for the file of each month of leavers. The months are those of the last version, or those of a first one. */
function LeaverParts({ sheet, last }: { sheet: RunSheet; last: RunSheet['files'][number] | undefined }) {
	const { say, words } = useReader(WORDS);
	const months =
		last === undefined ? sheet.leavers.map(({ bookedIn }) => bookedIn ?? 0) : Object.values(last.earlier);
	return [...new Set(months)]
		.sort((a, b) => a - b)
		.map((month) => (
			<button type="submit" name="month" value={toYearMonth(month)}>
				{words.partOf(say.monthName(toYearMonth(month)))}
			</button>
		));
}

/** Returns the month whose part of a file is requested. */
const partNamed = (month: string): Instant | null => partMonth.safeParse(month).data ?? null;

/** Lists every version of a file, and the person who downloaded it first. */
export function Register({ sheet: { files, managers } }: Pick<FilesProps, 'sheet'>) {
	const words = useWords(WORDS);
	const { who } = useNames();
	if (files.length === 0) return null;
	return (
		<Panel title={words.register}>
			<List
				caption={words.register}
				columns={[
					{
						title: words.file,
						of: ({ format, version }) => `${words.formats[format]}, ${words.version(version)}`,
					},
					{ title: words.when, of: ({ dateCreated }) => ({ time: dateCreated }) },
					{ title: words.by, of: ({ authorId }) => who(authorId, managers) },
					{ title: words.leftOut, of: ({ leftOut }) => leftOut.length, isNumeric: true },
					{
						title: words.bookedEarlier,
						of: ({ earlier }) => Object.keys(earlier).length,
						isNumeric: true,
					},
					{ title: 'SHA-256', of: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 12)}…</code> },
				]}
				rows={files}
			/>
		</Panel>
	);
}

interface NoFileProps extends Required<Refused> {
	to: string;
	hindered: readonly FaultyLine[];
}

/** Says why there is no file, what is wrong with each line, and offers a file without these lines. */
function NoFile({ to, hindered, typed, refusal }: NoFileProps) {
	const { say, words } = useReader(WORDS);
	const { errors = [] } = refusal.extras;
	const office = errors.find(({ pointer }) => pointer === '#/settings');
	const count = new Set(errors.map(({ pointer }) => pointer)).size;
	return (
		<>
			<Note mood="bad">
				<p>{sentenceOf(refusal, say)}</p>
				{office !== undefined && <OfficeObstacle code={office.code as ObstacleCode} />}
			</Note>
			{hindered.length > 0 && (
				<List caption={words.obstacles} columns={faultyColumns(say.language)} rows={hindered} />
			)}
			{refusal.code === 'export_incomplete' && office === undefined && (
				<Form to={to}>
					<input type="hidden" name="format" value={textIn(typed, 'format')} />
					<input type="hidden" name="month" value={textIn(typed, 'month')} />
					{isReissue(typed) && <input type="hidden" name="and" value="reissue" />}
					<p>{words.gapsHint}</p>
					<button type="submit" name="_do" value="leave-out">
						{words.withGaps(count)}
					</button>
				</Form>
			)}
		</>
	);
}

/** True when a new version is requested, also by the form that leaves lines out. */
const isReissue = (typed: FormData): boolean =>
	[textIn(typed, '_do'), textIn(typed, 'and')].includes('reissue');
