/** Error codes with words that are not typical for errors, as documented by OpenAI, Azure, Anthropic, Google, AWS, DashScope and Groq. */
export const knownCodes: ReadonlySet<string> = new Set(
  (
    'Arrearage DataInspectionFailed ModelNotReadyException UNAUTHENTICATED account_deactivated billing_hard_limit_reached billing_not_active bio_policy ' +
    'cyber_policy data_inspection_failed data_residency_mismatch decimal_above_max_value engine_overloaded_error free_tier_limit insufficient_balance ' +
    'failed_to_download_image image_dimensions_too_large image_too_small invalid_base64_image misalignment_policy_violation moderation_blocked slow_down tool_call_unresolved unsupported_country_region_territory vector_store_timeout websocket_connection_limit_reached ' +
    'api_key_scope_missing claude_code_key_creator_not_member claude_code_version_too_old cmek_context_unavailable cmek_feature_unsupported cmek_key_disabled ' +
    'cmek_key_network_blocked cmek_key_unreachable compaction_block_ambiguous compaction_block_misplaced compaction_content_mismatch compaction_incomplete_turn ' +
    'compaction_nothing_to_summarize compaction_signature_invalid compaction_too_many_tool_references compaction_tool_changes_mismatch compaction_unavailable ' +
    'contract_spend_limit_reached enforced_spend_limit_reached linked_organization_billing_unavailable linked_organization_spend_limit_reached ' +
    'organization_not_enrolled_in_beta organization_on_hold parent_organization_required ramp_limit_exceeded request_body_encoding_invalid ' +
    'request_body_encoding_unsupported request_body_too_large_after_decoding sandbox_egress_restricted thread_already_continued thread_continue_in_flight ' +
    'thread_fingerprint_mismatch thread_not_found thread_unsupported_request tool_reference_unresolved user_profile_billing_not_authorized ' +
    'user_profile_not_billable user_profile_not_found user_profile_required workspace_human_review_disabled workspace_policy_violation'
  ).split(' '),
)
