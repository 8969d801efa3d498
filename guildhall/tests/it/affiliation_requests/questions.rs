//! Editing the questionnaire, and validating answers against it.

use super::{House, field_errors};
use serde_json::{Value, json};

fn questionnaire(questions: Value) -> Value {
    json!({ "title": "Join the yard", "questions": questions })
}

#[tokio::test]
async fn admin_saves_and_removes_the_questionnaire() {
    let house = House::open().await;
    let questions = json!([
        { "id": "trade", "question": "Your trade", "type": "select", "options": ["Rivets", " Steel "],
            "required": true },
        { "id": "mail", "label": "Work address", "type": "email" },
    ]);
    let saved = house.save_questionnaire(&questionnaire(questions)).await.expect(200).body;
    assert_eq!(
        (&saved["problem"], &saved["questionnaire"]["title"]),
        (&Value::Null, &json!("Join the yard"))
    );
    let asked = house.bob.get(&house.path("/questionnaire")).await.expect(200).body;
    assert_eq!(
        asked["questions"][0],
        json!({ "id": "trade", "label": "Your trade",
        "type": "multiple_choice", "options": ["Rivets", "Steel"], "required": true })
    );
    assert_eq!(asked["estimatedTimeMinutes"], 3);
    let settings = house.ada.get(&house.path("/questionnaire/settings")).await.expect(200).body;
    assert_eq!(settings, saved);
    let stored: Value = serde_json::from_str(settings["stored"].as_str().unwrap()).unwrap();
    assert_eq!(stored["questions"][0]["question"], "Your trade");
    let kinds =
        json!(["Current Student", "Alumni/Graduate", "Faculty Member", "Staff Member", "Other"]);
    let template = &settings["templates"][1]["questionnaire"]["questions"];
    assert_eq!((&template[0]["options"], template.as_array().unwrap().len()), (&kinds, 5));
    assert_eq!(template[4]["validation"], json!({ "maxLength": 500 }));

    let none = json!({ "questionnaire": null });
    let cleared = house.ada.put(&house.path("/questionnaire"), none).await.expect(200).body;
    assert_eq!(
        (&cleared["stored"], &cleared["questionnaire"]["title"]),
        (&Value::Null, &json!("Apply to Join Oak"))
    );
    let audited = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'affiliation.questionnaire'";
    assert_eq!(house.app.count(audited, vec![]).await, 2);
}

#[tokio::test]
async fn invalid_questionnaire_is_rejected_with_reason_and_not_stored() {
    let house = House::open().await;
    let text = |id: &str, more: Value| {
        let mut question = json!({ "id": id, "label": "Yours", "type": "text" });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        question
    };
    let nothing = json!({});
    let validated = |rule: Value| questionnaire(json!([text("a", json!({ "validation": rule }))]));
    let choice = json!({ "type": "multiple_choice", "options": ["One", "One"] });
    let refused = [
        (questionnaire(json!([])), "it needs between 1 and 50 questions"),
        (
            questionnaire(json!([text("a", nothing.clone()), text("a", nothing.clone())])),
            "every question needs an id of its own, not \"a\"",
        ),
        (
            questionnaire(json!([text("a b", nothing.clone())])),
            "every question needs an id of its own, not \"a b\"",
        ),
        (
            questionnaire(json!([text("a", json!({ "label": " " }))])),
            "question \"a\" needs a label of at most 300 characters",
        ),
        (
            questionnaire(json!([text("a", choice)])),
            "question \"a\" needs between 1 and 50 different options",
        ),
        (
            validated(json!({ "minLength": 9, "maxLength": 8 })),
            "the lengths of question \"a\" leave no answer",
        ),
        (validated(json!({ "pattern": "(" })), "the pattern of question \"a\" cannot be used"),
        (
            validated(json!({ "pattern": "((a{90}){90}){90}" })),
            "the pattern of question \"a\" cannot be used",
        ),
        (
            validated(json!({ "pattern": "a".repeat(201) })),
            "the pattern of question \"a\" cannot be used",
        ),
        (
            json!({ "title": "t".repeat(301), "questions": [text("a", nothing)] }),
            "\"title\" is too long",
        ),
    ];
    for (written, what) in refused {
        let answer = house.save_questionnaire(&written).await;
        assert_eq!(answer.to_string(), format!("422 Invalid questionnaire: {what}"));
        assert_eq!(
            field_errors(&answer),
            [format!("questionnaire: Invalid questionnaire: {what}")]
        );
    }
    let path = house.path("/questionnaire");
    for unreadable in ["{", "[]", r#"{"questions":[{"id":"a","label":"A","type":"colour"}]}"#] {
        let answer = house.ada.put(&path, json!({ "questionnaire": unreadable })).await;
        assert_eq!((answer.status, &answer.body["code"]), (422, &json!("questionnaire-invalid")));
    }
    let long = json!({ "questionnaire": " ".repeat(10) + &"x".repeat(50_001) });
    let too_long = house.ada.put(&path, long).await;
    assert_eq!(too_long.to_string(), "422 Invalid questionnaire: at most 50000 characters");
    assert_eq!(house.bob.get(&path).await.body["title"], "Apply to Join Oak");
}

#[tokio::test]
async fn unreadable_stored_questionnaire_falls_back_to_defaults_and_reports_problem() {
    let house = House::open().await;
    house.update_row(r#"questionnaire = '{"questions":"none"}'"#).await;
    let asked = house.bob.get(&house.path("/questionnaire")).await.expect(200).body;
    assert_eq!(asked["questions"][0]["id"], "motivation");
    let settings = house.ada.get(&house.path("/questionnaire/settings")).await.expect(200).body;
    let problem = settings["problem"].as_str().unwrap();
    assert!(problem.starts_with("Invalid questionnaire: "), "{problem}");
    assert!(settings["stored"].as_str().unwrap().contains("none"));
    house.ask(&house.bob).await.expect(201);
}

#[tokio::test]
async fn answers_are_validated_by_kind_length_and_pattern() {
    let house = House::open().await;
    let questions = json!([
        { "id": "mail", "label": "Mail", "type": "email" },
        { "id": "year", "label": "Year", "type": "number" },
        { "id": "line", "label": "Line", "type": "text" },
        { "id": "badge", "label": "Badge", "type": "text",
            "validation": { "pattern": "^[A-Z]{2}[0-9]+$", "message": "A badge looks like AB12" } },
        { "id": "code", "label": "Code", "type": "text", "validation": { "pattern": "^(a+)+$" } },
    ]);
    house.save_questionnaire(&questionnaire(questions)).await.expect(200);
    let send = async |answers: Value| {
        house.bob.post(&house.path("/requests"), json!({ "answers": answers })).await
    };
    let bad = json!({ "mail": "nobody", "year": "soon", "line": "one\ntwo", "badge": "7",
        "code": format!("{}!", "a".repeat(4_000)) });
    let refused = send(bad).await;
    let expected = [
        "answers.mail: Invalid format",
        "answers.year: Invalid format",
        "answers.line: Invalid format",
        "answers.badge: A badge looks like AB12",
        "answers.code: Invalid format",
    ];
    assert_eq!(field_errors(&refused), expected);
    let long = send(json!({ "line": "x".repeat(5_001) })).await;
    assert_eq!(field_errors(&long), ["answers.line: Maximum 5000 characters allowed"]);
    let good = json!({ "mail": "bob@yard.example", "year": "1998", "badge": "AB12" });
    let kept = send(good).await.expect(201).body;
    let asked: Vec<_> =
        kept["formData"].as_array().unwrap().iter().map(|a| &a["questionId"]).collect();
    assert_eq!(asked, ["mail", "year", "badge"]);
}
