/** Codes of failures that are not made of words for failures alone, as OpenAI, Azure, Anthropic, Google, AWS, DashScope and Groq document them. */
export const knownCodes: ReadonlySet<string> = new Set(
  (
    'Arrearage DataInspectionFailed ModelNotReadyException UNAUTHENTICATED account_deactivated billing_hard_limit_reached billing_not_active bio_policy ' +
    'cyber_policy data_inspection_failed data_residency_mismatch decimal_above_max_value engine_overloaded_error free_tier_limit insufficient_balance ' +
    'moderation_blocked slow_down tool_call_unresolved unsupported_country_region_territory vector_store_timeout websocket_connection_limit_reached'
  ).split(' '),
)
