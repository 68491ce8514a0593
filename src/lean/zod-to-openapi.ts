// Takes the place of `@asteasolutions/zod-to-openapi` in the Worker's bundle (see `alias` in wrangler.toml): the Worker checks
// requests, and the build has written the OpenAPI document. What describes a schema is thrown away.

/** Keeps nothing. */
export class OpenAPIRegistry {
	readonly definitions = [];
	register(): void {}
	registerComponent(): void {}
	registerParameter(): void {}
	registerPath(): void {}
	registerWebhook(): void {}
}

/** The generators are for the build alone. */
export class OpenApiGeneratorV3 {}
export class OpenApiGeneratorV31 {}

export const getOpenApiMetadata = (): object => ({});

/** Lets schemas be described. */
export function extendZodWithOpenApi(zod: { ZodType: { prototype: object } }): void {
	Object.assign(zod.ZodType.prototype, {
		openapi<S>(this: S): S {
			return this;
		},
	});
}
